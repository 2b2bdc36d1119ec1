import type { TenancyContext } from "@/lib/domain/context";
import { brandNameOf } from "@/lib/domain/email/render-challenge-email";
import type { Call } from "@/lib/http/endpoint/call";
import { copyOf, fill } from "./copy";
import { link } from "./elements";
import { html } from "./html";
import { backToApplication, statement } from "./page-response";

/**
 * Says that an application's link to a hosted page can't be used, and in a fold what its developer
 * must fix. Shows nothing of the link itself.
 * @param missing parameters; without any, `redirect_uri` isn't registered
 */
export function brokenLink(
  call: Call,
  { ctx, locale, missing = [] }: { ctx: TenancyContext; locale: string; missing?: string[] },
): Response {
  const copy = copyOf(locale);
  const { label, missing: lacks, unregistered, guide } = copy.developers;
  const { title, lead } = missing.length > 0 ? copy.incomplete : copy.untrusted;
  const fault = missing.length > 0 ? fill(lacks, { names: missing.join(", ") }) : unregistered;
  return statement(call, {
    status: 400,
    text: { title, lead: fill(lead, { brand: brandNameOf(ctx) }) },
    brand: ctx.tenancy,
    back: html`${backToApplication(ctx, locale)}
      <details class="text-sm">
        <summary class="cursor-pointer text-quiet underline-offset-4 hover:underline">${label}</summary>
        <p class="pt-2 text-pretty break-words text-quiet">${fault} ${link("/docs/guides/hosted-pages", guide)}</p>
      </details>`,
    locale,
  });
}
