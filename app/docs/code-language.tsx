"use client";

import { createContext, type ReactNode, use, useSyncExternalStore } from "react";
import { flushSync } from "react-dom";
import {
  type CodeLanguage,
  codeLanguageCookie,
  toCodeLanguage,
} from "@/lib/contract/code-languages";

const yearSeconds = 31_536_000;
const Initial = createContext<CodeLanguage>("ts");
const listeners = new Set<() => void>();

/** Broadcasts the choice to the reader's other open pages of the documentation. */
let channel: BroadcastChannel | undefined;

const notify = () => {
  for (const listener of listeners) listener();
};

function subscribe(onChange: () => void): () => void {
  listeners.add(onChange);
  if (channel === undefined) {
    channel = new BroadcastChannel(codeLanguageCookie);
    channel.onmessage = notify;
  }
  return () => listeners.delete(onChange);
}

function readCodeLanguage(): CodeLanguage {
  const found = new RegExp(`(?:^|; )${codeLanguageCookie}=(\\w+)`).exec(document.cookie);
  return toCodeLanguage(found?.[1]);
}

/** Shows a language in every block of this page and of the reader's other pages, and stores it. */
export function chooseCodeLanguage(language: CodeLanguage): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie =
    `${codeLanguageCookie}=${language}; Path=/docs; Max-Age=${yearSeconds}; SameSite=Lax` + secure;
  flushSync(notify);
  channel?.postMessage(language);
}

/** Returns the reader's language. */
export function useCodeLanguage(): CodeLanguage {
  const initial = use(Initial);
  return useSyncExternalStore(subscribe, readCodeLanguage, () => initial);
}

/** Gives the blocks of a page the language that the server read from the cookie. */
export function CodeLanguageProvider({
  initial,
  children,
}: {
  initial: CodeLanguage;
  children: ReactNode;
}) {
  return <Initial value={initial}>{children}</Initial>;
}
