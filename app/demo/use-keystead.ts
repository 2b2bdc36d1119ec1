"use client";

import { useMemo } from "react";
import { Keystead, type CeremonyEvent } from "@/lib/client/v2";
import type { SnippetName } from "./snippets";
import { addToTrace } from "./trace";

/** What a page may know of the service: all but the API key. */
export interface PublicSettings {
  endpoint: string;
  tenancyId: string;
  clientId: string;
}

/** The browser library, whose calls to the service are traced under the lines that make them. */
export function useKeystead(
  { endpoint, tenancyId, clientId }: PublicSettings,
  snippet: SnippetName,
): Keystead {
  return useMemo(
    () => new Keystead({ endpoint, tenancyId, clientId, onEvent: traceAs(snippet) }),
    [endpoint, tenancyId, clientId, snippet],
  );
}

/** A listener that traces a ceremony's calls under one snippet. */
export const traceAs = (snippet: SnippetName) => (event: CeremonyEvent) => {
  if (event.type !== "request") return;
  const { method, path, status, ms } = event;
  addToTrace(snippet, [{ from: "browser", method, path, status, ms }]);
};
