import { data } from "./page-data";

const all = <T extends Element = HTMLElement>(selector: string, within: ParentNode = document) => [
  ...within.querySelectorAll<T & HTMLElement>(selector),
];

export type ViewName = "start" | "code" | "known" | "new" | "none" | "disabled" | "leaving";

export const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`input[name="${name}"]`);

/** The view that is seen now. */
export const shown = () => document.querySelector<HTMLElement>("[data-view]:not([hidden])");

/** Shows one view alone; its heading, or its code field, is where reading goes on. */
export function show(name: ViewName, slots: Record<string, string> = {}): void {
  for (const view of all("[data-view]")) view.hidden = view.dataset["view"] !== name;
  for (const slot of all("[data-slot]"))
    slot.textContent = slots[slot.dataset["slot"] ?? ""] ?? slot.textContent;
  const view = shown();
  (
    view?.querySelector<HTMLElement>("input[name=code]") ?? view?.querySelector<HTMLElement>("h1")
  )?.focus();
  window.scrollTo(0, 0);
}

/** Says what went wrong with the view's act; nothing takes it back. */
export function notify(message?: string): void {
  const place = shown()?.querySelector("[data-notice]");
  if (place) place.textContent = message ?? "";
}

/** Says what is wrong with a field, beside it, and goes there. */
export function blame(name: string, message?: string): void {
  const [input, place] = [field(name), document.getElementById(`${name}-error`)];
  if (place) place.textContent = message ?? "";
  if (message === undefined) input?.removeAttribute("aria-invalid");
  else {
    input?.setAttribute("aria-invalid", "true");
    input?.focus();
  }
}

/** Lets people act, or not while an act is under way; `busy` is the button that shows it. */
export function setBusy(isBusy: boolean, busy?: HTMLButtonElement | null): void {
  for (const button of all<HTMLButtonElement>("button")) {
    button.disabled = isBusy || button.dataset["waiting"] !== undefined;
    button.setAttribute("aria-busy", String(isBusy && button === busy));
  }
  const code = field("code");
  if (code) code.readOnly = isBusy;
}

/** The button behind an act, in the view that is seen. */
export const buttonOf = (act: string) =>
  shown()?.querySelector<HTMLButtonElement>(`button[data-act="${act}"]`);

export const submitButton = () => shown()?.querySelector<HTMLButtonElement>("button[type=submit]");

/** Leaves for the application; the address is also shown, for browsers that ask first. */
export function leave(returnTo: string): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-go]");
  if (link) link.href = returnTo;
  const back = document.querySelector<HTMLElement>("a[data-back]");
  if (back) back.hidden = true;
  show("leaving");
  window.location.replace(returnTo);
}

/** When the service is out of reach, the way back tells the application so. */
export function goBackUnavailable(): void {
  const back = document.querySelector<HTMLAnchorElement>("a[data-back]");
  if (back) back.href = data.returns.unavailable;
}
