const openEvent = "keystead:palette";

/** Opens the page's palette. */
export const openPalette = (): void => void window.dispatchEvent(new Event(openEvent));

/** Calls the listener when the palette opens. Returns a function that ends this. */
export function onOpenPalette(listener: () => void): () => void {
  window.addEventListener(openEvent, listener);
  return () => window.removeEventListener(openEvent, listener);
}
