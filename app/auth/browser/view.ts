import { exactTime } from "./exact-time";
import { data } from "./page-data";

const all = <T extends Element = HTMLElement>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<T & HTMLElement>(selector),
];

export type ViewName =
  | "start"
  | "code"
  | "known"
  | "new"
  | "none"
  | "disabled"
  | "full"
  | "device"
  | "leaving"
  | "erasing"
  | "erased";

export const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`input[name="${name}"]`);

/** Returns the visible view. */
export const shown = () => document.querySelector<HTMLElement>("[data-view]:not([hidden])");

/** What the views say of the visitor. A number is a time (ms). */
let slots: Record<string, string | number> = {};

/** Shows one view and focuses its heading or its code field. */
export function show(name: ViewName, more: Record<string, string | number> = {}): void {
  slots = { ...slots, ...more };
  for (const view of all("[data-view]")) view.hidden = view.dataset["view"] !== name;
  for (const slot of all("[data-slot]")) {
    const value = slots[slot.dataset["slot"] ?? ""] ?? "";
    slot.textContent = typeof value === "number" ? exactTime(value) : value;
  }
  const view = shown();
  (
    view?.querySelector<HTMLElement>("input[name=code]") ?? view?.querySelector<HTMLElement>("h1")
  )?.focus();
  window.scrollTo(0, 0);
}

/**
 * Shows what the view's action led to: an error, or a note. Without a message, clears it. Ends what
 * was said before.
 */
export function notify(message?: string, tone: "bad" | "note" = "bad"): void {
  for (const said of all("[data-said]")) said.textContent = "";
  const place = shown()?.querySelector<HTMLElement>("[data-notice]");
  if (!place) return;
  place.dataset["tone"] = tone;
  place.textContent = message ?? "";
}

/** Shows a field's error and focuses the field. */
export function blame(name: string, message?: string): void {
  const input = document.querySelector<HTMLElement>(`:is(input, select)[name="${name}"]`);
  const place = document.getElementById(`${name}-error`);
  if (place) place.textContent = message ?? "";
  if (message === undefined) input?.removeAttribute("aria-invalid");
  else {
    input?.setAttribute("aria-invalid", "true");
    input?.focus();
  }
}

/** Browsers differ in when a disabled button loses the focus. */
const isFocusLost = () =>
  document.activeElement === document.body || document.activeElement === focused;

let isPageBusy = false;

/** Whether the page waits for a step or a prompt. */
export const isBusy = () => isPageBusy;

/** What had the focus before its button was disabled. */
let focused: Element | null = null;

/**
 * Disables or enables all buttons. `busy` is the button that shows the spinner. A disabled button
 * loses the focus, so it gets it back.
 */
export function setBusy(isWaiting: boolean, busy?: HTMLButtonElement | null): void {
  isPageBusy = isWaiting;
  if (isWaiting && document.activeElement !== document.body) focused = document.activeElement;
  for (const button of all<HTMLButtonElement>("button")) {
    button.disabled = isWaiting || button.dataset["waiting"] !== undefined;
    button.setAttribute("aria-busy", String(isWaiting && button === busy));
  }
  const code = field("code");
  if (code) code.readOnly = isWaiting;
  if (isWaiting) return;
  if (focused instanceof HTMLElement && isFocusLost()) focused.focus({ preventScroll: true });
  focused = null;
}

/** Shows the page's own view in the elements of another document, which has other texts. */
export function redraw(other: Document): void {
  const view = (shown()?.dataset["view"] ?? "start") as ViewName;
  const entries = () => all<HTMLInputElement | HTMLSelectElement>("input, select");
  const values = new Map(entries().map(({ id, value }) => [id, value]));
  const goal = document.querySelector<HTMLAnchorElement>("a[data-go]")?.href;
  const mayCancel = document.querySelector<HTMLElement>("a[data-back]")?.inert !== true;
  for (const part of ["main", "footer"])
    document.querySelector(part)?.replaceChildren(...(other.querySelector(part)?.childNodes ?? []));
  for (const entry of entries()) entry.value = values.get(entry.id) ?? entry.value;
  const go = document.querySelector<HTMLAnchorElement>("a[data-go]");
  if (go && goal !== undefined) go.href = goal;
  if (!mayCancel) endCancel();
  setBusy(isPageBusy);
  show(view);
}

/** Returns the visible view's button for an action. */
export const buttonOf = (act: string) =>
  shown()?.querySelector<HTMLButtonElement>(`button[data-act="${act}"]`);

export const submitButton = () => shown()?.querySelector<HTMLButtonElement>("button[type=submit]");

/** Turns off the link that cancels, once the user is signed in. */
export function endCancel(): void {
  const back = document.querySelector<HTMLElement>("a[data-back]");
  // Keeps its place, so that nothing below the card moves.
  if (back) back.inert = true;
}

/**
 * Redirects to the application. Also shows a link, because browsers may ask before they open an
 * app.
 */
export function leave(returnTo: string): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-go]");
  if (link) link.href = returnTo;
  endCancel();
  show("leaving");
  window.location.replace(returnTo);
}

/** Makes the back link report to the application that the service is unreachable. */
export function goBackUnavailable(): void {
  const back = document.querySelector<HTMLAnchorElement>("a[data-back]");
  if (back) back.href = data.returns.unavailable;
}
