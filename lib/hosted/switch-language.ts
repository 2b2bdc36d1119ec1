import { copies, type Copy } from "./copy";
import { type Html, html } from "./html";

/** Renders links to the same page in every language, each under its own name. */
export const switchLanguage = (
  copy: Copy,
  locale: string,
  addressOf: (locale: string) => string,
): Html => html`
  <nav
    aria-label="${copy.languages}"
    class="flex flex-wrap justify-center gap-x-4 gap-y-1 text-sm text-quiet"
  >
    ${Object.entries(copies).map(([tag, { language }]) =>
      tag === locale
        ? html`<span aria-current="true" lang="${tag}" class="font-medium text-ink">${language}</span>`
        : html`<a
            href="${addressOf(tag)}"
            hreflang="${tag}"
            lang="${tag}"
            class="underline-offset-4 hover:text-ink hover:underline"
          >${language}</a>`,
    )}
  </nav>`;
