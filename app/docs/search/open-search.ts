const openEvent = "keystead:docs-search";

/** Opens the search of the documentation. */
export const openSearch = (): void => void window.dispatchEvent(new Event(openEvent));

/** Calls the listener when the search opens. Returns a function that ends this. */
export function onOpenSearch(listener: () => void): () => void {
  window.addEventListener(openEvent, listener);
  return () => window.removeEventListener(openEvent, listener);
}
