import { Socket } from "node:net";

/**
 * Targets of this process's connections: `host:port` of each socket, and each URL passed to
 * `fetch`.
 */
export interface ConnectionWatch {
  readonly targets: string[];
  stop(): void;
}

type Connect = (this: Socket, ...args: unknown[]) => Socket;

/** Node's internal callers pass the normalized arguments as one array. */
function targetOf(args: unknown[]): string {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
  if (typeof first !== "object" || first === null)
    return typeof second === "string" ? `${second}:${String(first)}` : `localhost:${String(first)}`;
  const {
    path,
    host = "localhost",
    port,
  } = first as { path?: string; host?: string; port?: number | string };
  return path ?? `${host}:${port}`;
}

/**
 * Records every connection that this process opens, from our code or a library. Node's TLS, HTTP
 * and `fetch` all go through `Socket.prototype.connect`. `fetch` is recorded as well, because it
 * can reuse an open connection.
 */
export function watchConnections(): ConnectionWatch {
  const targets: string[] = [];
  const original = { connect: Socket.prototype.connect, fetch: globalThis.fetch };
  Socket.prototype.connect = function connect(this: Socket, ...args: unknown[]) {
    targets.push(targetOf(args));
    return (original.connect as Connect).apply(this, args);
  };
  globalThis.fetch = (input, init) => {
    targets.push(input instanceof Request ? input.url : input.toString());
    return original.fetch(input, init);
  };
  return {
    targets,
    stop() {
      Socket.prototype.connect = original.connect;
      globalThis.fetch = original.fetch;
    },
  };
}
