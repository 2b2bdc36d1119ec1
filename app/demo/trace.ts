import type { BackendCall } from "./backend/keystead";
import type { SnippetName } from "./snippets";

/** An HTTP call, as shown in the trace. */
export interface TracedCall extends BackendCall {
  from: "page" | "backend";
}

/** Lines of code and the calls that they made. */
export interface TraceStep {
  snippet: SnippetName;
  calls: TracedCall[];
}

/** The steps of one action of the user, such as a sign-in. */
export type Flow = TraceStep[];

// sessionStorage keeps the trace across pages and reloads, in this tab only.
const key = "keystead-demo-flows";
const longestTrace = 60;
const nothing: Flow[] = [];
const listeners = new Set<() => void>();
let cached: { text: string; flows: Flow[] } | undefined;

export const countCalls = (flows: Flow[]): number =>
  flows.flat().reduce((sum, { calls }) => sum + calls.length, 0);

/** Returns the flows of this tab, the newest first. */
export function readTrace(): Flow[] {
  const text = sessionStorage.getItem(key);
  if (text === null) return nothing;
  if (cached?.text !== text) cached = { text, flows: JSON.parse(text) as Flow[] };
  return cached.flows;
}

/** The trace during server rendering: empty. */
export const readNoTrace = (): Flow[] => nothing;

/** Drops the oldest flows of a long trace, but never the newest. */
function writeTrace(flows: Flow[]): void {
  const kept = flows.filter(
    (_flow, index) => index === 0 || countCalls(flows.slice(0, index + 1)) <= longestTrace,
  );
  sessionStorage.setItem(key, JSON.stringify(kept));
  listeners.forEach((listener) => listener());
}

const starts = new Set<() => void>();

/** Calls the listener at the start of each flow. Returns the function that ends this. */
export function subscribeToStarts(listener: () => void): () => void {
  starts.add(listener);
  return () => void starts.delete(listener);
}

/** Starts a flow. The next calls belong to it. */
export function startFlow(): void {
  starts.forEach((listener) => listener());
  const flows = readTrace();
  if (flows[0]?.length !== 0) writeTrace([[], ...flows]);
}

export const clearTrace = () => writeTrace([]);

/** Adds calls to the newest flow: to its last step, or as a new one. */
export function addToTrace(snippet: SnippetName, calls: TracedCall[]): void {
  const [flow = [], ...earlier] = readTrace();
  const last = flow.at(-1);
  const steps =
    last?.snippet === snippet
      ? [...flow.slice(0, -1), { snippet, calls: [...last.calls, ...calls] }]
      : [...flow, { snippet, calls }];
  writeTrace([steps, ...earlier]);
}

export function subscribeToTrace(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
