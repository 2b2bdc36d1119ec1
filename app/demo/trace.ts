import type { BackendCall } from "./backend/keystead";
import type { SnippetName } from "./snippets";

/** An HTTP call, as shown in the trace. */
export interface TracedCall extends BackendCall {
  from: "browser" | "backend";
}

/** Lines of code and the calls that they made. */
export interface TraceStep {
  snippet: SnippetName;
  calls: TracedCall[];
}

// sessionStorage keeps the trace from the form to the account page, in this tab only.
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

/** The trace during server rendering: empty. */
export const readNoTrace = (): TraceStep[] => nothing;

function writeTrace(steps: TraceStep[]): void {
  sessionStorage.setItem(key, JSON.stringify(steps));
  listeners.forEach((listener) => listener());
}

export const clearTrace = () => writeTrace([]);

/** Adds calls to the current step, or starts a new one. */
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
