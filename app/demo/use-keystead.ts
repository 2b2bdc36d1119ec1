"use client";

import { useMemo } from "react";
import { type CeremonyEvent, Keystead } from "@/lib/client/v2";
import { takeBodies } from "./observe-bodies";
import type { SnippetName } from "./snippets";
import { addToTrace } from "./trace";

/** The settings that a page may have: everything except the API key. */
export interface PublicSettings {
  endpoint: string;
  tenancyId: string;
  clientId: string;
}

/** Returns the browser library with its calls traced under their snippet. */
export function useKeystead(
  { endpoint, tenancyId, clientId }: PublicSettings,
  snippet: SnippetName,
): Keystead {
  return useMemo(
    () => new Keystead({ endpoint, tenancyId, clientId, onEvent: traceAs(snippet) }),
    [endpoint, tenancyId, clientId, snippet],
  );
}

/** Returns a listener that traces a ceremony's calls under one snippet. */
export const traceAs = (snippet: SnippetName) => (event: CeremonyEvent) => {
  if (event.type !== "request") return;
  const { method, path, status, ms } = event;
  addToTrace(snippet, [{ from: "page", method, path, status, ms, ...takeBodies(path) }]);
};
