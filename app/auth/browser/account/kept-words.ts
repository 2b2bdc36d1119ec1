import { data, say } from "@/app/auth/browser/page-data";

const key = "keystead-account-said";

/** Of a message: what worked, what failed, or what the user should know. */
type Tone = "good" | "bad" | "note";

interface Place {
  /** The card that the message is about. Default: above the cards. */
  card?: string;
  tone?: Tone;
}

interface Kept extends Place {
  name: string;
  values: Record<string, string>;
}

/**
 * Shows what happened in its card, in view and focused. Replaces the message before it. A note leaves
 * the focus on the button that led to it.
 */
export function tell(message: string, { card, tone = "good" }: Place = {}): void {
  const places = [...document.querySelectorAll<HTMLElement>("[data-said]")];
  for (const each of places) each.textContent = "";
  const place = places.find(({ dataset }) => dataset["said"] === card) ?? places[0];
  if (!place) return;
  place.dataset["tone"] = tone;
  place.textContent = message;
  if (tone !== "note" || document.activeElement === document.body)
    place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "center" });
}

/**
 * Renders the page anew, and then says what happened.
 * @param name of the message: the new page may be in another language
 */
export function renew(name?: string, { values = {}, ...place }: Partial<Kept> = {}): void {
  // Without storage, the page shows the new state and says nothing.
  try {
    if (name !== undefined) {
      sessionStorage.setItem(key, JSON.stringify({ name, values, ...place } satisfies Kept));
      // The browser would scroll back to where the page was, away from the message.
      history.scrollRestoration = "manual";
    }
  } catch {}
  window.location.reload();
}

/**
 * Opens the sign-in after the session has ended. The language that the user chose is no longer known
 * there, so the address keeps it.
 */
export function leave(name?: string, more: Partial<Kept> = {}): void {
  const url = new URL(window.location.href);
  if (data.hasChosenLanguage === true && !url.searchParams.has("locale")) {
    url.searchParams.set("locale", document.documentElement.lang);
    window.history.replaceState(null, "", url);
  }
  renew(name, more);
}

/** Says what was to be said before the page was rendered anew. */
export function tellKept(): void {
  // From the next reload on: this one must not scroll away from the message.
  window.addEventListener("load", () => setTimeout(() => (history.scrollRestoration = "auto")));
  try {
    const kept = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (kept === null) return;
    const { name, values, ...place } = JSON.parse(kept) as Kept;
    if (name in data.messages) tell(say(name, values), place);
  } catch {}
}
