import { raw } from "hono/html";
import { brandStyle } from "@/lib/domain/base/brand-theme";
import type { Tenancy } from "@/lib/domain/base/tenancy/tenancy";
import { isWebPage } from "@/lib/domain/base/tenancy/web-address";
import { brandNameOf } from "@/lib/domain/user/email/render-challenge-email";
import { assetAddress } from "./assets";
import { copyOf } from "./copy";
import { type Html, html } from "./html";

export type Brand = Pick<
  Tenancy,
  "id" | "name" | "brandName" | "brandColor" | "brandLogoHash" | "termsUrl" | "privacyUrl"
>;

export interface Frame {
  locale: string;
  title: string;
  nonce: string;
  /** Null if the tenancy is unknown. */
  brand: Brand | null;
  /** The script that the page loads, if any: of a sign-in, or of an account. */
  script?: "script" | "account" | undefined;
}

/** Renders the logo, or the brand's first letter, beside its name. */
function brandMark(brand: Brand): Html {
  const initialClass = [
    "flex size-9 items-center justify-center rounded-xl",
    "bg-fill text-lg font-semibold text-on-fill",
  ].join(" ");
  const name = brandNameOf({ tenancy: brand });
  const [initial = ""] = name;
  const mark =
    brand.brandLogoHash === null
      ? html`<span aria-hidden="true" class="${initialClass}">${initial.toUpperCase()}</span>`
      : html`<img
          src="/logo/${brand.id}/${brand.brandLogoHash}"
          alt=""
          width="36"
          height="36"
          class="plate h-10 w-auto max-w-32 rounded-md object-contain p-0.5"
        >`;
  return html`<header
    class="flex items-center justify-center gap-3 text-lg font-semibold tracking-tight"
  >${mark}<span class="min-w-0 break-words">${name}</span></header>`;
}

/** Renders the application's links in new tabs, so that a sign-in isn't lost. */
function legalLinks({ termsUrl, privacyUrl }: Brand, locale: string): Html {
  const { label, terms, privacy } = copyOf(locale).legal;
  const links = [
    { url: termsUrl, text: terms },
    { url: privacyUrl, text: privacy },
  ].flatMap(({ url, text }) =>
    url === null || !isWebPage(url)
      ? []
      : [
          html`<a
            href="${url}"
            target="_blank"
            rel="noopener noreferrer"
            class="py-1 underline-offset-4 hover:text-ink hover:underline"
          >${text}</a>`,
        ],
  );
  if (links.length === 0) return html``;
  return html`<nav
    aria-label="${label}"
    class="flex flex-wrap justify-center gap-x-5 text-sm text-quiet"
  >${links}</nav>`;
}

// From the top, not centered, so that steps of different heights start in the same place.
const column =
  "mx-auto flex w-full max-w-[27rem] flex-col gap-7 px-4 pt-[clamp(2rem,11dvh,7rem)] pb-10";
const wideColumn =
  "mx-auto flex w-full max-w-[40rem] flex-col gap-7 px-4 pt-[clamp(2rem,6dvh,4rem)] pb-10";

const card =
  "rounded-2xl border border-t-4 border-line border-t-fill bg-surface p-6 shadow-sm sm:p-8";

/** Renders the document around a page's content. */
export function renderPage(
  { locale, title, nonce, brand, script }: Frame,
  main: Html,
  outside?: Html,
): string {
  const style = brand === null ? "" : brandStyle(brand.brandColor);
  return html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="stylesheet" href="${assetAddress("style")}" nonce="${nonce}">
${
  // Safe as markup: themeOf returns only #rrggbb values.
  style !== "" && html`<style nonce="${nonce}">${raw(style)}</style>`
}
${
  script !== undefined &&
  html`<script type="module" src="${assetAddress(script)}" nonce="${nonce}"></script>`
}
</head>
<body
  class="min-h-dvh bg-ground font-sans text-ink antialiased"
  data-listening="${String(script === undefined)}"
>
<div class="${script === "account" ? wideColumn : column}">
${brand !== null && brandMark(brand)}
<main class="${script === "account" ? "flex flex-col gap-5" : card}">${main}</main>
<footer class="flex flex-col gap-7 empty:hidden">${outside ?? ""}${
    brand !== null && legalLinks(brand, locale)
  }</footer>
</div>
</body>
</html>`.toString();
}
