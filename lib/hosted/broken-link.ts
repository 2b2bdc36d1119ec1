import type { TenancyContext } from "@/lib/domain/base/context";
import { brandNameOf } from "@/lib/domain/user/email/render-challenge-email";
import type { Call } from "@/lib/http/endpoint/call";
import { copyOf, fill } from "./copy";
import { link } from "./elements";
import { type Html, html } from "./html";
import { backToApplication, statement } from "./page-response";

interface BrokenLink {
  ctx: TenancyContext;
  locale: string;
  /** Parameters; without any, `redirect_uri` isn't registered. */
  missing?: string[];
  /** What the link was to. */
  page?: "sign-in" | "account";
  /** How the user gets on nevertheless. Default: a link to the application. */
  wayOn?: Html;
}

/**
 * Says that an application's link to a hosted page can't be used, and in a fold what its developer
 * must fix. Shows nothing of the link itself.
 */
export function brokenLink(
  call: Call,
  {
    ctx,
    locale,
    missing = [],
    page = "sign-in",
    wayOn = backToApplication(ctx, locale),
  }: BrokenLink,
): Response {
  const copy = copyOf(locale);
  const { label, missing: lacks, unregistered, ...guides } = copy.developers;
  const guide =
    page === "account"
      ? link("/docs/guides/account-page", guides.accountGuide)
      : link("/docs/guides/hosted-pages", guides.guide);
  const { title, lead } = missing.length > 0 ? copy.incomplete : copy.untrusted;
  const fault = missing.length > 0 ? fill(lacks, { names: missing.join(", ") }) : unregistered;
  return statement(call, {
    status: 400,
    text: { title, lead: fill(lead, { brand: brandNameOf(ctx) }) },
    brand: ctx.tenancy,
    back: html`${wayOn}
      <details class="text-sm">
        <summary class="cursor-pointer text-quiet underline-offset-4 hover:underline">${label}</summary>
        <p class="pt-2 text-pretty break-words text-quiet">${fault} ${guide}</p>
      </details>`,
    locale,
  });
}
