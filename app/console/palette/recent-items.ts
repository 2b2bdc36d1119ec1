const maxRecent = 5;
const keyOf = (operatorSub: string) => `keystead-recent:${operatorSub}`;

/**
 * Returns the ids of the items that the operator last picked in this browser, newest first. Items
 * of users hold the user's id only, so the browser stores no personal data.
 */
export function readRecentItems(operatorSub: string): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(operatorSub)) ?? "[]");
    return Array.isArray(stored) ? stored.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

export function addRecentItem(operatorSub: string, id: string): void {
  const others = readRecentItems(operatorSub).filter((other) => other !== id);
  try {
    localStorage.setItem(keyOf(operatorSub), JSON.stringify([id, ...others].slice(0, maxRecent)));
  } catch {
    // A browser may refuse to store anything.
  }
}

/** For a sign-out. */
export function forgetRecentItems(operatorSub: string): void {
  try {
    localStorage.removeItem(keyOf(operatorSub));
  } catch {
    // A browser may refuse access to its storage.
  }
}
