import { html } from "./html";

const line = "size-4 shrink-0";

/** Icons use the text color. */
export const keyMark = html`<svg
  aria-hidden="true"
  viewBox="0 0 24 24"
  class="${line} group-aria-busy:hidden"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
  stroke-linejoin="round"
><circle cx="8" cy="15" r="5" /><path d="m11.6 11.4 8.4-8.4M16 7l3 3" /></svg>`;

export const mailMark = html`<svg
  aria-hidden="true"
  viewBox="0 0 24 24"
  class="${line} group-aria-busy:hidden"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
  stroke-linejoin="round"
><rect x="3" y="5" width="18" height="14" rx="2.5" /><path d="m4 7.5 8 6 8-6" /></svg>`;

export const backMark = html`<svg
  aria-hidden="true"
  viewBox="0 0 24 24"
  class="${line}"
  fill="none"
  stroke="currentColor"
  stroke-width="2"
  stroke-linecap="round"
  stroke-linejoin="round"
><path d="M19 12H5m6-6-6 6 6 6" /></svg>`;

/** Shown while an action is pending. */
export const spinner = html`<svg
  aria-hidden="true"
  viewBox="0 0 24 24"
  class="${line} hidden animate-spin group-aria-busy:block motion-reduce:animate-none"
  fill="none"
  stroke="currentColor"
  stroke-width="2.5"
  stroke-linecap="round"
><path d="M12 3a9 9 0 1 0 9 9" /></svg>`;
