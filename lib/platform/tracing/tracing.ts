import type { TracingSettings } from "@/lib/config";
import type { Logger } from "@/lib/platform/log";
import { errorTypeOf } from "./error-type";

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
  /** Adds `error.type`, and marks the span as failed unless the error is an expected one. */
  fail(type: string, isExpected: boolean): void;
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

// Global, because the server bundle and Next each load this module.
const slot = globalThis as {
  keysteadTracer?: Tracer | undefined;
  keysteadTracerStart?: Promise<void> | undefined;
};

/** Loads OpenTelemetry, and traces from then on. Does nothing after the first call. */
export function startTracing(settings: TracingSettings, log: Logger): Promise<void> {
  return (slot.keysteadTracerStart ??= import("./open-telemetry").then(({ createTracer }) => {
    slot.keysteadTracer = createTracer(settings, log);
  }));
}

/** Resolves when this process traces. Immediately, if tracing is off. */
export const tracingStarted = (): Promise<void> => slot.keysteadTracerStart ?? Promise.resolve();

/** Exports what is left and stops tracing. */
export async function stopTracing(): Promise<void> {
  await slot.keysteadTracerStart;
  const tracer = slot.keysteadTracer;
  slot.keysteadTracer = slot.keysteadTracerStart = undefined;
  await tracer?.stop();
}

export const isTracing = (): boolean => slot.keysteadTracer !== undefined;

/** Starts a span that the caller ends. Undefined if nothing is traced here. */
export function startSpan(options: SpanOptions): Span | undefined {
  const tracer = slot.keysteadTracer;
  if (tracer === undefined) return undefined;
  // Background work without a trace of its own stays untraced.
  return options.parent === undefined && tracer.current() === undefined
    ? undefined
    : tracer.start(options);
}

/** Whether a span that starts here would be exported. */
export function isRecorded(): boolean {
  const place = slot.keysteadTracer?.current();
  return place !== undefined && slot.keysteadTracer?.isRecorded(place) === true;
}

/** Runs work in a new span, which ends with it. Without tracing it only runs the work. */
export function inSpan<T>(
  options: SpanOptions,
  work: (span?: Span) => T | PromiseLike<T>,
): T | PromiseLike<T> {
  const span = startSpan(options);
  if (span === undefined) return work();
  return runIn(span.place, async () => {
    try {
      return await work(span);
    } catch (error) {
      span.fail(...errorTypeOf(error));
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Returns the current span, for work that runs elsewhere. Undefined if nothing is traced. */
export const currentSpan = (): SpanPlace | undefined => slot.keysteadTracer?.current();

/** Runs work with this current span, or with none. */
export const runIn = <T>(place: SpanPlace | undefined, work: () => T): T =>
  slot.keysteadTracer === undefined ? work() : slot.keysteadTracer.runIn(place, work);

/** Runs work for several callers, under the first one whose span is recorded. */
export function runForAll<T>(
  places: readonly (SpanPlace | undefined)[],
  work: () => Promise<T>,
): PromiseLike<T> | T {
  const tracer = slot.keysteadTracer;
  if (tracer === undefined) return work();
  const [first, ...links] = places.filter(
    (place) => place !== undefined && tracer.isRecorded(place),
  ) as SpanPlace[];
  return tracer.runIn(first ?? places[0], () =>
    links.length === 0
      ? work()
      : inSpan(
          { name: "batch", links, attributes: { "keystead.batch.size": places.length } },
          work,
        ),
  );
}

/** The ids of the current span, for log lines. */
export function traceIds(): { traceId?: string; spanId?: string } {
  const place = currentSpan();
  return place === undefined ? {} : (slot.keysteadTracer?.idsOf(place) ?? {});
}

/** The headers that pass the current trace on to another service. */
export function traceHeaders(): { traceparent?: string } {
  const place = currentSpan();
  const tracer = slot.keysteadTracer;
  return place === undefined || tracer === undefined
    ? {}
    : { traceparent: tracer.traceparentOf(place) };
}
