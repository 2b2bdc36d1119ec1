import { data, say } from "@/app/auth/browser/page-data";

const key = "keystead-account-said";

/** Shows what happened, above the page's content. */
export function tell(message: string, isBad = false): void {
  const place = document.querySelector<HTMLElement>("[data-said]");
  if (!place) return;
  place.toggleAttribute("data-bad", isBad);
  place.textContent = message;
  place.focus();
  place.scrollIntoView({ block: "nearest" });
}

/**
 * Renders the page anew, and then says what happened.
 * @param name of the message: the new page may be in another language
 */
export function renew(name?: string, values: Record<string, string> = {}): void {
  // Without storage, the page shows the new state and says nothing.
  try {
    if (name !== undefined) sessionStorage.setItem(key, JSON.stringify({ name, values }));
  } catch {}
  window.location.reload();
}

/** Says what was to be said before the page was rendered anew. */
export function tellKept(): void {
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (kept === null) return;
    const { name, values } = JSON.parse(kept) as { name: string; values: Record<string, string> };
    if (name in data.messages) tell(say(name, values));
  } catch {}
}
