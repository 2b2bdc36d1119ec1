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

/** Renders the page anew, and then says what happened. */
export function renew(message?: string): void {
  // Without storage, the page shows the new state and says nothing.
  try {
    if (message !== undefined) sessionStorage.setItem(key, message);
  } catch {}
  window.location.reload();
}

/** Says what was to be said before the page was rendered anew. */
export function tellKept(): void {
  try {
    const message = sessionStorage.getItem(key);
    sessionStorage.removeItem(key);
    if (message !== null) tell(message);
  } catch {}
}
