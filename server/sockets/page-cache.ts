import { randomBytes } from "node:crypto";
import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { constants, crc32, deflateRaw, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";
import { addressHeader } from "@/lib/http/request/client-address";
import type { Handle } from "./socket-limits";

/** A response that is kept in memory instead of being sent. */
class CapturedResponse extends ServerResponse {
  readonly #chunks: Buffer[] = [];
  /** Resolves with the body when the handler has ended the response. */
  readonly body: Promise<Buffer>;
  #resolve: (body: Buffer) => void = () => undefined;

  constructor(request: IncomingMessage) {
    super(request);
    this.body = new Promise((resolve) => (this.#resolve = resolve));
  }

  override write(chunk: string | Uint8Array, ...more: unknown[]): boolean {
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.#chunks.push(Buffer.from(chunk));
    callLast(more);
    return true;
  }

  override end(...values: unknown[]): this {
    const [chunk] = values;
    if (typeof chunk === "string" || chunk instanceof Uint8Array) this.write(chunk);
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.finished = true;
    this.#resolve(Buffer.concat(this.#chunks));
    callLast(values);
    process.nextTick(() => this.emit("finish") && this.emit("close"));
    return this;
  }
}

function callLast(values: unknown[]): void {
  const callback = values.at(-1);
  if (typeof callback === "function") process.nextTick(callback);
}

// A compressed page that differs only in its nonce. The parts around the nonce are compressed once.
// Each response joins them with the nonce as uncompressed blocks (RFC 1951 §3.2.4) to one gzip member
// (RFC 1952 §2.3), so that a cached page costs a checksum instead of a compression.

const deflate = promisify(deflateRaw);

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]);
/** An empty final block. */
const end = Buffer.from([3, 0]);

/** Compresses a part to blocks that end at a byte and refer to no other part. */
export const compressPart = (part: Buffer): Promise<Buffer> =>
  deflate(part, { finishFlush: constants.Z_SYNC_FLUSH });

function storedBlock(bytes: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt16LE(bytes.length, 1);
  head.writeUInt16LE(bytes.length ^ 0xffff, 3);
  return Buffer.concat([head, bytes]);
}

/** Joins the parts with a nonce. `compressed` has the compressed parts in the same order. */
export function gzipWithNonce(
  parts: readonly Buffer[],
  compressed: readonly Buffer[],
  nonce: Buffer,
): Buffer {
  const block = storedBlock(nonce);
  const blocks = compressed.flatMap((part, index) => (index === 0 ? [part] : [block, part]));
  const trailer = Buffer.alloc(8);
  const plain = parts
    .flatMap((part, index) => (index === 0 ? [part] : [nonce, part]))
    // zlib restarts the checksum at an empty buffer.
    .filter(({ length }) => length > 0);
  trailer.writeUInt32LE(
    plain.reduce((sum, bytes) => crc32(bytes, sum), 0),
    0,
  );
  trailer.writeUInt32LE(
    plain.reduce((sum, { length }) => sum + length, 0),
    4,
  );
  return Buffer.concat([header, ...blocks, end, trailer]);
}

/** What a public page depends on. */
export interface PublicPage {
  /** Without a query. */
  path: string;
  /** The cookies that the page reads, as a Cookie header, or "". */
  cookie: string;
}

/** A rendered page. The same for every reader, except for its nonce. */
interface RenderedPage {
  status: number;
  headers: OutgoingHttpHeaders;
  /** The nonce that it was rendered with, and the body, split where that nonce was. */
  nonce: string | undefined;
  parts: Buffer[];
  /** The compressed parts. Undefined for a body that is no text. */
  compressed: Buffer[] | undefined;
}

const compressWhole = promisify<Buffer, Buffer>(gzip);

const noncePattern = /'nonce-([^']+)'/;

/** Headers that belong to one transmission. */
const ofTransmission = new Set([
  "content-length",
  "connection",
  "keep-alive",
  "transfer-encoding",
  "x-request-id",
]);

function splitAt(body: Buffer, nonce: string | undefined): Buffer[] {
  return nonce === undefined
    ? [body]
    : body
        .toString()
        .split(nonce)
        .map((part) => Buffer.from(part));
}

/** Without a nonce, the only part is compressed as a whole. */
const compressParts = async (parts: Buffer[], nonce: string | undefined): Promise<Buffer[]> =>
  nonce === undefined
    ? Promise.all(parts.map((part) => compressWhole(part)))
    : Promise.all(parts.map(compressPart));

/** Renders a page for all readers: of their headers, only these cookies reach the page. */
async function renderPage(
  render: Handle,
  { socket }: IncomingMessage,
  { path, cookie }: PublicPage,
  host: string,
): Promise<RenderedPage> {
  const request = new IncomingMessage(socket);
  // In local mode, only readers on this machine get cached pages.
  const received = { host, cookie, [addressHeader]: "127.0.0.1" };
  Object.assign(request, {
    method: "GET",
    url: path,
    httpVersion: "1.1",
    httpVersionMajor: 1,
    httpVersionMinor: 1,
    headers: received,
    rawHeaders: Object.entries(received).flat(),
  });
  request.push(null);
  const response = new CapturedResponse(request);
  render(request, response);
  const body = await response.body;
  const headers = Object.fromEntries(
    Object.entries(response.getHeaders()).filter(([name]) => !ofTransmission.has(name)),
  );
  const [, nonce] = noncePattern.exec(String(headers["content-security-policy"])) ?? [];
  const parts = splitAt(body, nonce);
  const compressed = isText(headers) ? await compressParts(parts, nonce) : undefined;
  return { status: response.statusCode, headers, nonce, parts, compressed };
}

const isText = (headers: OutgoingHttpHeaders) =>
  /^(text\/|application\/json)/.test(String(headers["content-type"]));
const acceptsGzip = ({ headers }: IncomingMessage) =>
  /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(headers["accept-encoding"]));

function varyOf({ headers }: RenderedPage): string {
  const vary = String(headers["vary"] ?? "");
  return /accept-encoding/i.test(vary)
    ? vary
    : [vary, "Accept-Encoding"].filter(Boolean).join(", ");
}

/** Returns the headers with another nonce. Besides the policy, `Link` contains it. */
function headersWith({ headers, nonce: rendered }: RenderedPage, nonce: string) {
  if (rendered === undefined) return headers;
  const renew = (value: string) => value.replaceAll(rendered, nonce);
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(renew) : renew(String(value)),
    ]),
  );
}

/** Joins the parts with a nonce. A page without one is sent as it is stored. */
function bodyWith(
  { parts, compressed = [], nonce: rendered }: RenderedPage,
  nonce: string,
  isCompressed: boolean,
): Buffer {
  const [whole = Buffer.alloc(0)] = isCompressed ? compressed : parts;
  if (rendered === undefined) return whole;
  const bytes = Buffer.from(nonce);
  return isCompressed
    ? gzipWithNonce(parts, compressed, bytes)
    : Buffer.concat(parts.flatMap((part, index) => (index === 0 ? [part] : [bytes, part])));
}

/** Sends a page with a nonce of its own. */
export function sendPage(
  request: IncomingMessage,
  response: ServerResponse,
  page: RenderedPage,
): void {
  const { compressed, status } = page;
  const nonce = randomBytes(16).toString("base64");
  const isCompressed = compressed !== undefined && acceptsGzip(request);
  const body = bodyWith(page, nonce, isCompressed);
  response.writeHead(status, {
    ...headersWith(page, nonce),
    ...(compressed === undefined ? {} : { vary: varyOf(page) }),
    ...(isCompressed ? { "content-encoding": "gzip" } : {}),
    "content-length": body.length,
  });
  response.end(request.method === "HEAD" ? undefined : body);
}

/** Renders each page once, however many readers ask for it at the same time. */
export interface PageCache {
  has(page: PublicPage): boolean;
  /** Returns the page. Stores it if its status is 200. */
  get(page: PublicPage, request: IncomingMessage): Promise<RenderedPage>;
}

/** @param host the installation's host, which pages see instead of the reader's Host header */
export function createPageCache(render: Handle, host: string, maxBytes: number): PageCache {
  const pages = new LRUCache<string, RenderedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ parts, compressed = [] }) =>
      [...parts, ...compressed].reduce((sum, { length }) => sum + length, 1),
  });
  const rendering = new Map<string, Promise<RenderedPage>>();
  const keyOf = ({ path, cookie }: PublicPage) => `${path} ${cookie}`;

  async function renderOnce(page: PublicPage, request: IncomingMessage): Promise<RenderedPage> {
    try {
      const rendered = await renderPage(render, request, page, host);
      if (rendered.status === 200) pages.set(keyOf(page), rendered);
      return rendered;
    } finally {
      rendering.delete(keyOf(page));
    }
  }

  return {
    has: (page) => pages.has(keyOf(page)),
    async get(page, request) {
      const key = keyOf(page);
      const stored = pages.get(key);
      if (stored !== undefined) return stored;
      const running = rendering.get(key) ?? renderOnce(page, request);
      rendering.set(key, running);
      return running;
    },
  };
}
