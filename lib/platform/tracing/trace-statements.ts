import { LRUCache } from "lru-cache";
import type pg from "pg";
import type { Span } from "./tracer";
import { currentSpan, isRecorded, runIn, startSpan } from "./tracing";

const keyword = /^\s*([A-Za-z]+)/;
const table = String.raw`\s+(?:ONLY\s+)?(?:"public"\.)?"([A-Z]\w*)"`;
const writes = new RegExp(String.raw`\b(INSERT INTO|UPDATE|DELETE FROM)${table}`, "g");
const reads = new RegExp(String.raw`\b(?:FROM|JOIN)${table}`, "g");
const mostTables = 5;

/**
 * Returns what a statement writes, such as `INSERT Challenge UPDATE LimitCounter`, otherwise the
 * tables that it reads. Nothing else of its text appears in a span.
 */
export function summarizeStatement(text: string): { operation: string; summary: string } {
  const written = [...text.matchAll(writes)].map(
    ([, verb = "", name = ""]) => `${verb.split(" ", 1)[0]} ${name}`,
  );
  const read = [...text.matchAll(reads)].map(([, name = ""]) => name);
  const first = (keyword.exec(text)?.[1] ?? "unknown").toUpperCase();
  const operation = written[0]?.split(" ", 1)[0] ?? (first === "WITH" ? "SELECT" : first);
  const tables = new Set(written.length > 0 ? written : read);
  const listed = [...tables].slice(0, mostTables);
  return {
    operation,
    summary: (written.length > 0 ? listed : [operation, ...listed]).join(" "),
  };
}

type Callback = (error: unknown, ...results: unknown[]) => void;
type Call = (...input: unknown[]) => unknown;

const summaries = new LRUCache<string, ReturnType<typeof summarizeStatement>>({ max: 500 });

function summaryOf(text: string) {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const summary = summarizeStatement(text);
  summaries.set(text, summary);
  return summary;
}

function startStatement(statement: unknown): Span | undefined {
  const text =
    typeof statement === "string" ? statement : (statement as { text?: unknown } | null)?.text;
  if (typeof text !== "string" || !isRecorded()) return undefined;
  const { operation, summary } = summaryOf(text);
  return startSpan({
    name: summary,
    kind: "client",
    attributes: {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      "db.query.summary": summary,
    },
  });
}

function finish(span: Span, error: unknown): void {
  if (error !== null && error !== undefined) span.fail(error);
  span.end();
}

/** Adds a span to each statement that the connection runs for a traced request. */
function traceConnection(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Call;
  client.query = ((...input: unknown[]) => {
    const span = startStatement(input[0]);
    if (span === undefined) return query(...input);
    const callback = input.at(-1);
    if (typeof callback === "function")
      return query(...input.slice(0, -1), (error: unknown, ...results: unknown[]) => {
        finish(span, error);
        (callback as Callback)(error, ...results);
      });
    const result = query(...input) as Promise<unknown>;
    result.then(
      () => finish(span, undefined),
      (error: unknown) => finish(span, error),
    );
    return result;
  }) as typeof client.query;
}

/** Adds a span to each statement of a traced request. Call it before the first connection. */
export function traceStatements(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as Call;
  // A waiting callback is called by whichever request returns the connection.
  pool.connect = ((callback?: Callback) => {
    if (callback === undefined) return connect();
    const place = currentSpan();
    return connect((...input: [unknown, ...unknown[]]) => runIn(place, () => callback(...input)));
  }) as typeof pool.connect;
  pool.on("connect", traceConnection);
}
