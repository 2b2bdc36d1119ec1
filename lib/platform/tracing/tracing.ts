import type { TracingSettings } from "@/lib/config";
import type { Logger } from "@/lib/platform/log";
import type { Span, SpanOptions, SpanPlace, Tracer } from "./tracer";

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
      span.fail(error);
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
