/** Never contains secrets, addresses, parameters or texts that callers choose freely. */
export type SpanAttributes = Readonly<Record<string, string | number | undefined>>;

export interface SpanOptions {
  name: string;
  /** `server` answers a request, `client` sends one. */
  kind?: "server" | "client";
  attributes?: SpanAttributes;
  /**
   * `traceparent` header of a caller, whose trace the span continues if it is well formed. Null
   * starts a new trace. Default: the current span.
   */
  parent?: string | null;
  /** Further spans that this one works for. */
  links?: readonly SpanPlace[];
}

/** A running span as the parent of others. Only the adapter looks inside. */
export type SpanPlace = object;

export interface Span {
  readonly place: SpanPlace;
  /** Whether the span will be exported. */
  readonly isRecorded: boolean;
  set(attributes: SpanAttributes): void;
  /** Adds `error.type`, and marks the span as failed unless the error is one of the caller's. */
  fail(error: unknown): void;
  end(): void;
}

/** Creates and exports the spans of one process. */
export interface Tracer {
  start(options: SpanOptions): Span;
  current(): SpanPlace | undefined;
  isRecorded(place: SpanPlace): boolean;
  /** Runs work with this current span, or with none. */
  runIn<T>(place: SpanPlace | undefined, work: () => T): T;
  idsOf(place: SpanPlace): { traceId: string; spanId: string };
  traceparentOf(place: SpanPlace): string;
  /** Exports what is left, for at most `traceFlushMs`. */
  stop(): Promise<void>;
}
