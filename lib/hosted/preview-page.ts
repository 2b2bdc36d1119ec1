import { runCall } from "@/lib/http/endpoint/call";
import type { RouteHandler } from "@/lib/http/endpoint/route-module";
import { copyOf, fill } from "./copy";
import { signInView } from "./first-views";
import { html } from "./html";
import { backMark } from "./marks";
import { renderPage } from "./page-frame";
import { switchLanguage } from "./switch-language";

const maxNameCharacters = 100;

/** Draws the sign-in page of a brand. Nothing on it can be used. */
function drawPreview(query: URLSearchParams): string {
  const name = (query.get("name") ?? "").slice(0, maxNameCharacters);
  const locale = query.get("locale") ?? "en";
  const copy = copyOf(locale);
  const brand = {
    id: "preview",
    name,
    brandName: null,
    brandColor: query.get("color"),
    // The console replaces the address: the logo may not be saved yet.
    brandLogoHash: query.has("logo") ? "preview" : null,
    termsUrl: query.get("terms"),
    privacyUrl: query.get("privacy"),
  };
  const drawing = {
    copy,
    brand: name,
    place: "",
    page: "sign-in",
    loginHint: undefined,
    hasInbox: false,
    requiresPasskey: false,
    signInUrl: "#",
  } as const;
  const view = signInView(
    drawing,
    { signIn: "#", code: "#", register: "#" },
    query.has("register"),
  );
  const back = html`<p class="flex items-center justify-center gap-2 text-sm text-quiet">
    ${backMark}${fill(copy.back, { brand: name })}
  </p>`;
  const outside = html`${back}${switchLanguage(copy, locale, () => "#")}`;
  return renderPage({ locale, title: name, nonce: "preview", brand }, view, outside)
    .replace("<body", "<body inert")
    .replaceAll(/\sdisabled\s*>/g, ">");
}

/**
 * GET: the sign-in page with an unsaved brand, for the console. It is JSON, so that no link
 * opens a page of this service with a brand of the sender's choice.
 */
export const previewPage: RouteHandler = (request, context) =>
  runCall(request, context, { label: "hosted-preview", errors: new Set() }, () =>
    Promise.resolve(
      Response.json(
        { html: drawPreview(new URL(request.url).searchParams) },
        {
          headers: {
            "Cache-Control": "no-store",
            "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options": "nosniff",
          },
        },
      ),
    ),
  );
