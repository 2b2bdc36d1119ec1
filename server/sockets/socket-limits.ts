import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { addressBucket, addressSite } from "@/lib/domain/base/address-bucket";
import { limits } from "@/lib/limits";

/**
 * Counts an open connection of an address. Returns a function that ends it, or null if the address has
 * as many as allowed.
 */
export type CountConnection = (address: string | undefined) => (() => void) | null;

/**
 * Creates a limit of open connections per address, an IPv4 address or IPv6 /64. A /48 has
 * `addressesPerSite` times as many.
 */
export function createConnectionCount(perAddress: number): CountConnection {
  const open = new Map<string, number>();
  const add = (key: string, count: number) => {
    const sum = (open.get(key) ?? 0) + count;
    if (sum === 0) open.delete(key);
    else open.set(key, sum);
  };
  return (address) => {
    const site = addressSite(address);
    const quotas = [
      { key: addressBucket(address), max: perAddress },
      ...(site === undefined ? [] : [{ key: site, max: limits.addressesPerSite * perAddress }]),
    ];
    if (quotas.some(({ key, max }) => (open.get(key) ?? 0) >= max)) return null;
    for (const { key } of quotas) add(key, 1);
    return () => {
      for (const { key } of quotas) add(key, -1);
    };
  };
}

export type Handle = (request: IncomingMessage, response: ServerResponse) => void;

export interface SocketLimits {
  /**
   * Pipelined requests that may wait behind the one being answered. A connection that sends more is
   * closed.
   */
  waitingRequests: number;
  /** How long a client may neither read nor send what the server waits for, in milliseconds. */
  stalledMs: number;
  /**
   * Open connections of one IPv4 address or IPv6 /64 (`createConnectionCount`); undefined behind a
   * proxy, where all connections share its address.
   */
  connectionsPerAddress: number | undefined;
  /** Open connections of one server, over all addresses. More are closed immediately. */
  connections: number;
}

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** The exchange being answered on one socket, and those behind it. */
interface Pipeline {
  current: Exchange;
  waiting: Exchange[];
}

/**
 * Whether the server waits for the client: it doesn't read a response, or doesn't send the body
 * that a handler is reading.
 */
function isWaitingForClient(socket: Socket, pipeline: Pipeline | undefined): boolean {
  if (pipeline === undefined || socket.writableLength > 0) return true;
  const { request } = pipeline.current;
  return !request.complete && request.readableLength < request.readableHighWaterMark;
}

/**
 * Calls `onStalled` unless the socket moves bytes in this turn of the event loop. After a pause of this
 * process, timers run before the client's bytes, which have been waiting, are read.
 */
function unlessProgress(socket: Socket, onStalled: () => void): void {
  const { bytesRead, writableLength } = socket;
  setImmediate(() => {
    if (socket.bytesRead === bytesRead && socket.writableLength === writableLength) onStalled();
  });
}

/**
 * Returns a function that applies the limits to a server and handles its requests with `handle`.
 * Servers that share the function share the connection counts.
 *
 * Requests of one socket are handled one after the other: the next starts when the previous
 * response has been flushed (RFC 9112 §9.3.2 requires ordered responses). Node would start every
 * pipelined request immediately and buffer all responses.
 */
export function createSocketLimits(handle: Handle, limits: SocketLimits): (server: Server) => void {
  const pipelines = new WeakMap<Socket, Pipeline>();
  const { connectionsPerAddress } = limits;
  const countConnection =
    connectionsPerAddress === undefined
      ? () => () => undefined
      : createConnectionCount(connectionsPerAddress);

  const begin = (socket: Socket, pipeline: Pipeline): void => {
    const { request, response } = pipeline.current;
    // Emitted when the response has been flushed or the socket has closed.
    response.once("close", () => {
      const next = pipeline.waiting.shift();
      if (next === undefined) return void pipelines.delete(socket);
      // A response with `Connection: close` has closed the socket.
      if (!socket.writable) return;
      pipeline.current = next;
      if (pipeline.waiting.length === 0) socket.resume();
      begin(socket, pipeline);
    });
    handle(request, response);
  };

  const onRequest: Handle = (request, response) => {
    const { socket } = request;
    const pipeline = pipelines.get(socket);
    if (pipeline === undefined) {
      const first = { current: { request, response }, waiting: [] };
      pipelines.set(socket, first);
      return begin(socket, first);
    }
    // The parser emits every request of a 64 KiB read, so pausing alone doesn't bound them.
    if (pipeline.waiting.length >= limits.waitingRequests) return void socket.destroy();
    pipeline.waiting.push({ request, response });
    socket.pause();
  };

  // Without a listener, Node closes the connection without a response.
  const onConnect = (_request: IncomingMessage, socket: Duplex): void => {
    socket.on("error", () => undefined);
    // A response now would precede the pending ones.
    if (pipelines.has(socket as Socket)) return void socket.destroy();
    socket.end(
      "HTTP/1.1 405 Method Not Allowed\r\nAllow: GET, HEAD, POST\r\nCache-Control: no-store\r\n" +
        "Content-Length: 0\r\nConnection: close\r\n\r\n",
      () => socket.destroy(),
    );
  };

  const onConnection = (socket: Socket): void => {
    const close = countConnection(socket.remoteAddress);
    if (close === null) return void socket.destroy();
    socket.once("close", close);
  };

  return (server) => {
    server.on("request", onRequest).on("connection", onConnection).on("connect", onConnect);
    server.maxConnections = limits.connections;
    server.timeout = limits.stalledMs;
    // With this listener, Node no longer closes the socket itself.
    server.on("timeout", (socket: Socket) =>
      unlessProgress(socket, () => {
        if (isWaitingForClient(socket, pipelines.get(socket))) socket.destroy();
      }),
    );
  };
}
