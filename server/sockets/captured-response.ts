import { type IncomingMessage, ServerResponse } from "node:http";

/** A response that is kept in memory instead of being sent. */
export class CapturedResponse extends ServerResponse {
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
