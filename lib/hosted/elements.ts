import { type Html, html } from "./html";
import { spinner } from "./marks";

const button = [
  "group inline-flex min-h-11 w-full cursor-pointer items-center justify-center gap-2",
  "rounded-lg px-4 py-2 text-center text-[0.9375rem] font-medium transition-colors",
  "disabled:cursor-not-allowed disabled:opacity-60",
].join(" ");

const input = [
  "min-h-11 w-full rounded-lg border border-control bg-surface px-3 text-base text-ink",
  "aria-invalid:border-danger",
].join(" ");

const notice = [
  "rounded-lg border border-line bg-sunken p-3.5 text-sm text-pretty empty:hidden",
  "data-[tone=bad]:border-danger/40 data-[tone=bad]:bg-danger-soft",
].join(" ");

const slotClass = "inline-block max-w-full align-bottom font-medium break-words text-ink";

const heading = "text-[1.625rem] leading-tight font-semibold tracking-tight text-balance";

const tones = {
  primary: "bg-fill text-on-fill enabled:hover:bg-fill-strong",
  secondary: "border border-control bg-surface text-ink enabled:hover:bg-sunken",
  danger: "bg-danger text-surface enabled:hover:opacity-90",
  plain: "text-quiet enabled:hover:text-ink",
};

/** Renders a button. `act` names the action of the page's script; without it, submits the form. */
export const actButton = ({
  tone,
  label,
  mark,
  act,
}: {
  tone: keyof typeof tones;
  label: string;
  mark?: Html;
  act?: string;
}): Html =>
  html`<button
    type="${act === undefined ? "submit" : "button"}"
    ${act !== undefined && html`data-act="${act}"`}
    class="${button} ${tones[tone]}"
    disabled
  >${mark ?? ""}${spinner}<span data-label>${label}</span></button>`;

/** Renders the button of a form that works without the page's script. */
export const submitButton = (label: string): Html =>
  html`<button type="submit" class="${button} ${tones.primary}">${label}</button>`;

interface Field {
  name: string;
  label: string;
  /** Shown after the label in a muted color. */
  note?: string;
  type: "email" | "text";
  autocomplete: string;
  value?: string | undefined;
  maxlength: number;
}

/** Renders a labeled input with an element for its error. */
export const textField = ({
  name,
  label,
  note,
  type,
  autocomplete,
  value = "",
  maxlength,
}: Field): Html => html`
  <div class="flex min-w-0 flex-col gap-1.5">
    <label for="${name}" class="text-sm font-medium">${label}${
      note !== undefined && html` <span class="font-normal text-quiet">(${note})</span>`
    }</label>
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      autocomplete="${autocomplete}"
      value="${value}"
      maxlength="${maxlength}"
      ${type === "email" && html`inputmode="email" autocapitalize="none" spellcheck="false"`}
      aria-describedby="${name}-error"
      class="${input}"
    >
    <p id="${name}-error" role="alert" class="text-sm text-danger empty:hidden"></p>
  </div>`;

interface Option {
  value: string;
  text: string;
  /** The language of the text, if it isn't the page's. */
  lang?: string;
}

/** Renders a labeled choice. Without a `value` among the options, the first is selected. */
export const selectField = ({
  name,
  label,
  autocomplete = "off",
  options,
  value,
}: {
  name: string;
  label: string;
  autocomplete?: string;
  options: Option[];
  value?: string;
}): Html => html`
  <div class="flex min-w-0 flex-col gap-1.5">
    <label for="${name}" class="text-sm font-medium">${label}</label>
    <select
      id="${name}"
      name="${name}"
      autocomplete="${autocomplete}"
      aria-describedby="${name}-error"
      class="${input}"
    >
      ${options.map(
        (option) => html`<option
          value="${option.value}"
          ${option.lang !== undefined && html`lang="${option.lang}"`}
          ${option.value === value && html`selected`}
        >${option.text}</option>`,
      )}
    </select>
    <p id="${name}-error" role="alert" class="text-sm text-danger empty:hidden"></p>
  </div>`;

/** The element where the page's script shows errors and notes. */
export const noticePlace = html`<p
  data-notice
  role="alert"
  tabindex="-1"
  class="${notice}"
></p>`;

/** Renders an empty element, which the page's script fills. */
export const slot = (name: string): Html =>
  html`<strong data-slot="${name}" class="${slotClass}"></strong>`;

/** Renders a text with markup for each `{{name}}`. */
export const withMarkup = (text: string, parts: Record<string, Html>): Html =>
  html`${text
    .split(/\{\{(\w+)\}\}/)
    .map((part, at) => (at % 2 === 0 ? html`${part}` : (parts[part] ?? html`{{${part}}}`)))}`;

/**
 * Renders a text with an empty element for `{{name}}`, which the page's script fills. A comma or
 * period after it stays on its line.
 */
export function withSlot(text: string, name: string): Html {
  const place = `{{${name}}}`;
  const [before = "", ...rest] = text.split(place);
  const after = rest.join(place);
  const mark = /^[.,]/.exec(after)?.[0] ?? "";
  return html`${before}<span class="inline-block max-w-full align-bottom break-words"
    ><strong data-slot="${name}" class="font-medium text-ink"></strong>${mark}</span>${after.slice(mark.length)}`;
}

/** Renders one step of a page. All views but the first are hidden until the script shows them. */
export const view = (
  {
    name,
    title,
    lead,
    isFirst = false,
  }: { name: string; title: string; lead: Html | string; isFirst?: boolean },
  content: Html,
): Html => html`
  <section data-view="${name}" class="flex flex-col gap-6" ${!isFirst && html`hidden`}>
    <header class="flex flex-col gap-2">
      <h1
        tabindex="-1"
        class="${heading}"
      >${title}</h1>
      <p class="text-pretty text-quiet">${lead}</p>
    </header>
    ${content}
  </section>`;

export const link = (href: string, label: string): Html =>
  html`<a href="${href}" class="font-medium text-accent underline underline-offset-4">${label}</a>`;
