"use client";

import { useSyncExternalStore } from "react";

const changed = "keystead:single-keys";
const storageKey = "keystead-single-keys";

function subscribe(onChange: () => void): () => void {
  window.addEventListener(changed, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(changed, onChange);
    window.removeEventListener("storage", onChange);
  };
}

/** Whether this browser uses the shortcuts without a modifier (WCAG 2.2 §2.1.4). Default: true. */
export function areSingleKeysOn(): boolean {
  try {
    return localStorage.getItem(storageKey) !== "off";
  } catch {
    return true;
  }
}

export function setSingleKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, "off");
  } catch {
    // A browser may refuse to store anything.
  }
  window.dispatchEvent(new Event(changed));
}

export const useSingleKeys = (): boolean =>
  useSyncExternalStore(subscribe, areSingleKeysOn, () => true);
