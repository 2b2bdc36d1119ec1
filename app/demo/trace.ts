import type { BackendCall } from "./backend/keystead";
import type { SnippetName } from "./snippets";

/** One HTTP call, as the fold-out shows it. */
export interface TracedCall extends BackendCall {
  from: "browser" | "backend";
}

/** A few lines of code, and the calls that they made. */
export interface TraceStep {
  snippet: SnippetName;
  calls: TracedCall[];
}

// Survives the step from the form to the account page, and nothing else: a tab's own memory.
const key = "keystead-demo-trace";
const nothing: TraceStep[] = [];
const listeners = new Set<() => void>();
let cached: { text: string; steps: TraceStep[] } | undefined;

export function readTrace(): TraceStep[] {
  const text = sessionStorage.getItem(key);
  if (text === null) return nothing;
  if (cached?.text !== text) cached = { text, steps: JSON.parse(text) as TraceStep[] };
  return cached.steps;
}

/** On the server nothing has happened yet. */
export const readNoTrace = (): TraceStep[] => nothing;

function writeTrace(steps: TraceStep[]): void {
  sessionStorage.setItem(key, JSON.stringify(steps));
  listeners.forEach((listener) => listener());
}

export const clearTrace = () => writeTrace([]);

/** Adds calls to the step that is under way, or begins the next one. */
export function addToTrace(snippet: SnippetName, calls: TracedCall[]): void {
  const steps = readTrace();
  const last = steps.at(-1);
  if (last?.snippet === snippet)
    writeTrace([...steps.slice(0, -1), { snippet, calls: [...last.calls, ...calls] }]);
  else writeTrace([...steps, { snippet, calls }]);
}

export function subscribeToTrace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
