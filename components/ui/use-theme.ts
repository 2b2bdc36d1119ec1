"use client";

import { useSyncExternalStore } from "react";
import { type Theme, themeCookie, toTheme } from "@/lib/contract/theme";

const changed = "keystead:theme";
const yearSeconds = 31_536_000;

function subscribe(onChange: () => void): () => void {
  window.addEventListener(changed, onChange);
  return () => window.removeEventListener(changed, onChange);
}

const themed = () => document.querySelector<HTMLElement>("[data-theme]");

const readTheme = (): Theme => toTheme(themed()?.dataset["theme"]);

/** Applies a theme to this page and stores it for the next ones. */
export function chooseTheme(theme: Theme): void {
  const element = themed();
  if (element !== null) element.dataset["theme"] = theme;
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${themeCookie}=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${secure}`;
  window.dispatchEvent(new Event(changed));
}

/** Returns the visitor's theme. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, readTheme, () => "system");
