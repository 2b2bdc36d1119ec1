import { Agent, request } from "node:http";
import { quantile } from "./quantile";
import { watchStolenTime } from "./stolen-time";

interface Call {
  method: "GET" | "POST" | "PATCH" | "DELETE";
  path: string;
  headers?: Record<string, string>;
  /** An object is sent as JSON, a string as lines of JSON. */
  body?: object | string;
}

export interface Reply {
  body: Record<string, unknown>;
  cookies: string[];
}

export type Send = (call: Call) => Promise<Reply>;

/**
 * Creates a client with a maximum number of keep-alive connections. Any status that is not a
 * success ends the run, because errors would make a server look fast.
 */
export function createSend(port: number, connections: number): Send & { close(): void } {
  // Closes idle connections before the servers do, which happens after five seconds.
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: 4_000 });
  const send = ({ method, path, headers = {}, body }: Call) =>
    new Promise<Reply>((resolve, reject) => {
      const text = typeof body === "string" ? body : JSON.stringify(body ?? "");
      const own =
        body === undefined
          ? {}
          : {
              "content-type": `application/${typeof body === "string" ? "x-ndjson" : "json"}`,
              "content-length": String(Buffer.byteLength(text)),
            };
      const outgoing = request(
        { agent, host: "127.0.0.1", port, method, path, headers: { ...own, ...headers } },
        (incoming) => {
          const chunks: Buffer[] = [];
          incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
          incoming.on("end", () => {
            const answered = Buffer.concat(chunks).toString();
            if (Math.floor((incoming.statusCode ?? 0) / 100) !== 2)
              return reject(
                new Error(`${method} ${path} answered ${incoming.statusCode}: ${answered}`),
              );
            resolve({
              body: JSON.parse(answered) as Record<string, unknown>,
              cookies: incoming.headers["set-cookie"] ?? [],
            });
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end(body === undefined ? undefined : text);
    });
  return Object.assign(send, { close: () => agent.destroy() });
}

export interface Figures {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** The server's processor time per request; NaN if unknown. */
  cpuMs: number;
  /** The share of the machine's time that its host gave to others; NaN if unknown. */
  stolenShare: number;
}

/** Starts a clock of seconds, the server's processor time and stolen time. */
function startClock(cpuSeconds: () => number) {
  const cpuBefore = cpuSeconds();
  const stolenShare = watchStolenTime();
  const startedAt = performance.now();
  return (count: number) => {
    const seconds = (performance.now() - startedAt) / 1_000;
    return {
      requests: count,
      perSecond: count / seconds,
      cpuMs: ((cpuSeconds() - cpuBefore) * 1_000) / count,
      stolenShare: stolenShare(),
    };
  };
}

/** Runs and times each task once, with limited concurrency (a closed loop). */
export async function measure<T, R>(
  tasks: T[],
  { connections, cpuSeconds }: { connections: number; cpuSeconds: () => number },
  run: (task: T) => Promise<R>,
): Promise<{ figures: Figures; results: R[] }> {
  const results = new Array<R>(tasks.length);
  const times = new Float64Array(tasks.length);
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < tasks.length; index = next++) {
      const startedAt = performance.now();
      results[index] = await run(tasks[index] as T);
      times[index] = performance.now() - startedAt;
    }
  };
  const stopClock = startClock(cpuSeconds);
  await Promise.all(Array.from({ length: connections }, worker));
  const taken = stopClock(tasks.length);
  times.sort();
  return {
    figures: { ...taken, p50Ms: quantile(times, 0.5), p99Ms: quantile(times, 0.99) },
    results,
  };
}

/** Measures how long the server takes for its background work, without timing each piece. */
export async function measureWork(
  count: number,
  cpuSeconds: () => number,
  work: () => Promise<void>,
): Promise<Figures> {
  const stopClock = startClock(cpuSeconds);
  await work();
  return { ...stopClock(count), p50Ms: NaN, p99Ms: NaN };
}

export interface Times {
  name: string;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
}

/** Runs and times every task in turn, `rounds` times over one connection. */
export async function timesOf(
  tasks: { name: string; run: (round: number) => Promise<unknown> }[],
  rounds: number,
): Promise<Times[]> {
  const times = tasks.map(() => new Float64Array(rounds));
  // The first tenth is the warm-up.
  for (let round = -Math.ceil(rounds / 10); round < rounds; round++)
    for (const [index, { run }] of tasks.entries()) {
      const startedAt = performance.now();
      await run(Math.abs(round));
      if (round >= 0) (times[index] as Float64Array)[round] = performance.now() - startedAt;
    }
  return tasks.map(({ name }, index) => {
    const sorted = (times[index] as Float64Array).sort();
    return {
      name,
      p50Ms: quantile(sorted, 0.5),
      p95Ms: quantile(sorted, 0.95),
      p99Ms: quantile(sorted, 0.99),
    };
  });
}
