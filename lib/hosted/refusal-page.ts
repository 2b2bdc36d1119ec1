import { randomBytes } from "node:crypto";
import { chooseLocaleAmong } from "@/lib/domain/base/choose-locale";
import { contentSecurityPolicy } from "./content-security-policy";
import { copyOf, readLanguages } from "./copy";
import { view } from "./elements";
import { html } from "./html";
import { renderPage } from "./page-frame";

interface RefusalPage {
  headers: Record<string, string>;
  body: Buffer;
}

const pages = new Map<string, RefusalPage>();

function draw(status: 429 | 503, locale: string): RefusalPage {
  const copy = copyOf(locale);
  const { title, lead } = status === 429 ? copy.limited : copy.failed;
  const nonce = randomBytes(16).toString("base64");
  const main = view({ name: "start", title, lead, isFirst: true }, html``);
  return {
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Security-Policy": contentSecurityPolicy(nonce),
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
    },
    body: Buffer.from(renderPage({ locale, title, nonce, brand: null }, main)),
  };
}

/**
 * Returns the page of a request that is refused before any page renders, in the visitor's language. It
 * shows nothing of the request, so it is drawn once: its nonce admits its own style only.
 */
export function refusalPage(status: 429 | 503, acceptLanguage: string | undefined): RefusalPage {
  const locale = chooseLocaleAmong(readLanguages(acceptLanguage ?? null), "en");
  const key = `${status} ${locale}`;
  const page = pages.get(key) ?? draw(status, locale);
  pages.set(key, page);
  return page;
}
