import { type Html, html } from "@/lib/hosted/html";
import { spinner } from "@/lib/hosted/marks";

const card = "flex flex-col gap-5 rounded-2xl border border-line bg-surface p-5 shadow-sm sm:p-7";

const said = [
  "rounded-lg border border-line bg-surface p-3.5 text-sm text-pretty empty:hidden",
  "data-[tone=good]:border-accent/40 data-[tone=good]:bg-accent-soft",
  "data-[tone=bad]:border-danger/40 data-[tone=bad]:bg-danger-soft",
].join(" ");

/** Renders the element where the page's script says what happened, in a card or above the cards. */
export const saidPlace = (card = ""): Html =>
  html`<p data-said="${card}" role="status" tabindex="-1" class="${said}"></p>`;

/** Renders a part of the account page under its heading. */
export const section = (id: string, title: string, content: Html): Html => html`
  <section aria-labelledby="${id}" class="${card}">
    <h2 id="${id}" class="text-lg font-semibold tracking-tight">${title}</h2>
    ${saidPlace(id)} ${content}
  </section>`;

/** Of a fold's label. */
export const summary =
  "cursor-pointer py-3 text-sm font-medium underline-offset-4 hover:underline focus-visible:rounded";

const small = [
  "group inline-flex min-h-11 shrink-0 cursor-pointer items-center justify-center gap-2 rounded-lg px-3 py-1.5",
  "text-sm font-medium transition-colors disabled:cursor-not-allowed disabled:opacity-60",
  "border border-control bg-surface text-ink enabled:hover:bg-sunken",
].join(" ");

/** Renders a small button of an action of the page's script, with its values. */
export const smallButton = ({
  label,
  act,
  name,
  data = {},
}: {
  label: string;
  act: string;
  /** What screen readers say instead of the label. */
  name?: string;
  data?: Record<string, string>;
}): Html => html`<button
  type="button"
  data-act="${act}"
  ${Object.entries(data).map(([key, value]) => html`data-${key}="${value}" `)}
  ${name !== undefined && html`aria-label="${name}"`}
  class="${small}"
  disabled
>${spinner}<span data-label>${label}</span></button>`;

const badgeTones = {
  plain: "bg-sunken text-ink",
  good: "bg-accent-soft text-accent",
  warning: "bg-warning-soft text-warning",
};

export const badge = (text: string, tone: keyof typeof badgeTones = "plain"): Html => html`<span
  class="inline-flex rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap ${badgeTones[tone]}"
>${text}</span>`;

/**
 * Renders a date, or an exact time. The page's script shows it in the reader's time zone, and the
 * instant on hover.
 */
export const moment = (locale: string, ms: number, isExact = false): Html => {
  const at = new Date(ms);
  const shown = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeZone: "UTC",
    ...(isExact ? { timeStyle: "short" } : {}),
  }).format(at);
  return html`<time
    datetime="${at.toISOString()}"
    title="${at.toISOString()}"
    ${isExact && html`data-exact`}
    class="tabular-nums"
  >${shown}</time>`;
};

/** Renders a notice with what to do. */
export const callout = (title: string, lead: string, action: Html): Html => html`
  <div class="flex flex-col gap-3 rounded-2xl border border-line bg-surface p-5 shadow-sm sm:p-7">
    <p class="font-semibold">${title}</p>
    <p class="text-sm text-pretty text-quiet">${lead}</p>
    ${action}
  </div>`;
