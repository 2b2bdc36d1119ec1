import { randomBytes } from "node:crypto";
import { chooseLocaleAmong } from "@/lib/domain/base/choose-locale";
import type { TenancyContext } from "@/lib/domain/base/context";
import { applicationOrigin } from "@/lib/domain/page/hosted/hosted-request";
import { brandNameOf } from "@/lib/domain/user/email/render-challenge-email";
import type { Call } from "@/lib/http/endpoint/call";
import { contentSecurityPolicy } from "./content-security-policy";
import { copyOf, fill, readLanguages } from "./copy";
import { link, view } from "./elements";
import { type Html, html } from "./html";
import { type Brand, type Frame, renderPage } from "./page-frame";

const createNonce = () => randomBytes(16).toString("base64");

/** Renders a page with its headers. `takesForm` allows a form that works without the script. */
export function pageResponse(
  status: number,
  frame: Omit<Frame, "nonce">,
  content: { main: Html; outside?: Html; takesForm?: boolean },
): Response {
  const nonce = createNonce();
  const headers = {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": contentSecurityPolicy(nonce, content.takesForm),
    "Cache-Control": "no-store",
  };
  return new Response(renderPage({ ...frame, nonce }, content.main, content.outside), {
    status,
    headers,
  });
}

/**
 * Chooses the language: the query's, the one that the signed-in user chose, the browser's, then the
 * tenancy's.
 */
export const localeOf = (
  request: Request,
  query: URLSearchParams,
  ofTenancy = "en",
  ofUser: string | null = null,
) =>
  chooseLocaleAmong(
    [
      ...query.getAll("locale").slice(0, 1),
      ...(ofUser === null ? [] : [ofUser]),
      ...readLanguages(request.headers.get("accept-language")),
    ],
    ofTenancy,
  );

/** Returns where the user returns to, for display: a web page's host or an app's scheme. */
export const placeOf = (redirectUri: string): string =>
  new URL(redirectUri).host || new URL(redirectUri).protocol.replace(/:$/, "");

/** Renders a link to the application, or nothing if the tenancy doesn't have exactly one site. */
export function backToApplication(ctx: Pick<TenancyContext, "tenancy">, locale: string): Html {
  const origin = applicationOrigin(ctx);
  if (origin === undefined) return html``;
  const label = fill(copyOf(locale).back, { brand: brandNameOf(ctx) });
  return html`<p>${link(origin, label)}</p>`;
}

/** Renders a page that says one thing. `back` follows the text. */
export function statement(
  call: Call,
  {
    status,
    text,
    brand = null,
    back = html``,
    locale,
  }: {
    status: number;
    text: { title: string; lead: string; hint?: string };
    brand?: Brand | null;
    back?: Html;
    locale: string;
  },
): Response {
  const hint = html`<p class="text-sm text-pretty text-quiet">${text.hint ?? ""}</p>`;
  const main = view(
    { name: "start", title: text.title, lead: text.lead, isFirst: true },
    html`${back}${text.hint !== undefined && hint}`,
  );
  call.headers["Cache-Control"] = "no-store";
  return pageResponse(status, { locale, title: text.title, brand }, { main });
}
