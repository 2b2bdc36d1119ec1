import { refusalOf } from "@/app/auth/browser/call-step";
import { explain } from "@/app/auth/browser/explain";
import { say } from "@/app/auth/browser/page-data";
import { setBusy } from "@/app/auth/browser/view";

const key = "keystead-account-said";
const place = () => document.querySelector<HTMLElement>("[data-view=start] [data-notice]");

/** Shows what happened, above the account. */
export function tell(message: string, isBad = false): void {
  const notice = place();
  if (!notice) return;
  notice.toggleAttribute("data-bad", isBad);
  notice.textContent = message;
  notice.focus();
  notice.scrollIntoView({ block: "nearest" });
}

/** Renders the account anew, and then says what happened. */
export function renew(message?: string): void {
  // Without storage, the page shows the new state and says nothing.
  try {
    if (message !== undefined) sessionStorage.setItem(key, message);
  } catch {}
  window.location.reload();
}

/** Shows what was said before the page was rendered anew. */
export function tellKept(): void {
  try {
    const message = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (message !== null) tell(message);
  } catch {}
}

/** Shows why an action failed. An ended session opens the sign-in. */
export function tellFailure(caught: unknown): void {
  const refusal = refusalOf(caught);
  if (refusal._tag === "@error/InvalidToken") return renew();
  setBusy(false);
  const message =
    refusal._tag === "@error/Forbidden"
      ? say("notAllowed")
      : refusal._tag === "@error/Cancelled" || refusal._tag === "@error/TimedOut"
        ? say("notChanged")
        : explain(refusal);
  if (message !== undefined) tell(message, true);
}
