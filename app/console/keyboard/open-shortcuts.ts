const openEvent = "keystead:shortcuts";

/** Shows the list of keyboard shortcuts. */
export const openShortcuts = (): void => void window.dispatchEvent(new Event(openEvent));

/** Calls the listener when the list opens. Returns a function that ends this. */
export function onOpenShortcuts(listener: () => void): () => void {
  window.addEventListener(openEvent, listener);
  return () => window.removeEventListener(openEvent, listener);
}
