import type { Call } from "@/lib/http/endpoint/call";
import { copyOf, fill } from "./copy";
import { link } from "./elements";
import { html } from "./html";
import type { Brand } from "./page-frame";
import { statement } from "./page-response";

/**
 * Says that a page failed, with the request id for the people who help the user. A page that was opened by a
 * link can be opened again; a form would have to be sent again.
 */
export function failedPage(
  call: Call,
  { status, locale, brand = null }: { status: number; locale: string; brand?: Brand | null },
): Response {
  const { title, lead, again, requestId } = copyOf(locale).failed;
  const { method, url } = call.request;
  const { pathname, search } = new URL(url);
  return statement(call, {
    status,
    text: { title, lead, hint: fill(requestId, { id: call.requestId }) },
    brand,
    ...(method === "GET" ? { back: html`<p>${link(`${pathname}${search}`, again)}</p>` } : {}),
    locale,
  });
}
