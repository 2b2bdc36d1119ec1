import { AsyncLocalStorage } from "node:async_hooks";
import { randomInt, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from "@opentelemetry/api";
import { ExportResultCode, parseTraceParent } from "@opentelemetry/core";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  type ReadableSpan,
  type Sampler,
  SamplingDecision,
  type SpanExporter,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { TracingSettings } from "@/lib/config";
import { errorStatus, isServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import type { Logger } from "@/lib/platform/log";
import type { Span, SpanAttributes, SpanOptions, SpanPlace, Tracer } from "./tracer";

const wellFormed = /^\w{1,60}$/;

/**
 * Returns a name for an error: its tag, a code of PostgreSQL or Node, or its class. Never a message,
 * because it can quote values. `isExpected`: the caller's fault.
 */
export function describeError(error: unknown): { type: string; isExpected: boolean } {
  if (isServiceError(error)) return { type: error.tag, isExpected: errorStatus[error.tag] < 500 };
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  const type = [code, name].find(
    (text): text is string => typeof text === "string" && wellFormed.test(text),
  );
  return { type: type ?? "_OTHER", isExpected: false };
}

/**
 * Sends spans to the collector, as OTLP in JSON. Without OpenTelemetry's own exporter, because that
 * reads further variables of the environment, such as client certificates.
 *
 * Spans that can't be sent are dropped. The first failure is logged, and further ones only after a
 * success.
 */
export function createExporter({ url, headers }: TracingSettings, log: Logger): SpanExporter {
  const running = new Set<Promise<void>>();
  let isFailing = false;

  /** @returns why it failed */
  async function send(spans: ReadableSpan[]): Promise<string | undefined> {
    try {
      const response = await fetch(url, {
        method: "POST",
        headers: { ...headers, "Content-Type": "application/json" },
        body: JsonTraceSerializer.serializeRequest(spans) as Uint8Array<ArrayBuffer>,
        // Elsewhere may be anywhere.
        redirect: "error",
        signal: AbortSignal.timeout(lifetimes.traceExportMs),
      });
      await response.body?.cancel();
      return response.ok ? undefined : String(response.status);
    } catch (error) {
      const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
      return describeError(cause).type;
    }
  }

  function report(reason: string | undefined): void {
    if (reason !== undefined && !isFailing)
      log.warn({ event: "traces.export_failed", reason }, "traces not exported");
    isFailing = reason !== undefined;
  }

  return {
    export(spans, onResult) {
      const sending = send(spans).then((reason) => {
        running.delete(sending);
        report(reason);
        onResult({
          code: reason === undefined ? ExportResultCode.SUCCESS : ExportResultCode.FAILED,
        });
      });
      running.add(sending);
    },
    shutdown: async () => void (await Promise.all(running)),
  };
}

const steps = 2 ** 32;
const randomShare = () => randomInt(steps) / steps;

/**
 * Decides per request whether it is traced. The draw doesn't depend on the trace id, because a
 * caller chooses it. A caller's sampled flag can only prevent a trace, never cause one.
 */
export function createSampler(sampledShare: number, random = randomShare): Sampler {
  const isSampled = (context: Context): boolean => {
    const parent = trace.getSpanContext(context);
    if (parent === undefined || !isSpanContextValid(parent)) return random() < sampledShare;
    const isFlagged = (parent.traceFlags & TraceFlags.SAMPLED) !== 0;
    return parent.isRemote === true ? isFlagged && random() < sampledShare : isFlagged;
  };
  return {
    shouldSample: (context) => ({
      decision: isSampled(context)
        ? SamplingDecision.RECORD_AND_SAMPLED
        : SamplingDecision.NOT_RECORD,
    }),
    toString: () => `KeysteadSampler{${sampledShare}}`,
  };
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT };

const parentOf = (traceparent: string | null): Context => {
  const remote = traceparent === null ? null : parseTraceParent(traceparent);
  return remote === null
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true });
};

const spanContextOf = (place: SpanPlace) => {
  const context = trace.getSpanContext(place as Context);
  if (context === undefined) throw new Error("a place without a span");
  return context;
};

function setAttributes(span: OtelSpan, attributes: SpanAttributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) span.setAttribute(name, value);
}

function toSpan(span: OtelSpan, place: SpanPlace): Span {
  return {
    place,
    isRecorded: span.isRecording(),
    set: (attributes) => setAttributes(span, attributes),
    fail(error) {
      const { type, isExpected } = describeError(error);
      span.setAttribute("error.type", type);
      if (!isExpected) span.setStatus({ code: SpanStatusCode.ERROR });
    },
    end: () => span.end(),
  };
}

/**
 * Creates the tracer of this process. Registers nothing globally: Next and other packages would add
 * spans with URLs, which can contain codes.
 */
export function createTracer(settings: TracingSettings, log: Logger): Tracer {
  const provider = new TracerProvider({
    resource: defaultResource().merge(
      resourceFromAttributes({
        "service.name": settings.serviceName,
        "service.instance.id": randomUUID(),
      }),
    ),
    sampler: createSampler(settings.sampledShare),
    spanProcessors: [new BatchSpanProcessor({ exporter: createExporter(settings, log) })],
  });
  const tracer = provider.getTracer("keystead");
  const active = new AsyncLocalStorage<Context | undefined>();

  function start({ name, kind, attributes = {}, parent, links = [] }: SpanOptions): Span {
    const context = parent === undefined ? (active.getStore() ?? ROOT_CONTEXT) : parentOf(parent);
    const span = tracer.startSpan(
      name,
      {
        ...(kind === undefined ? {} : { kind: kinds[kind] }),
        links: links.map((place) => ({ context: spanContextOf(place) })),
      },
      context,
    );
    setAttributes(span, attributes);
    return toSpan(span, trace.setSpan(ROOT_CONTEXT, span));
  }

  return {
    start,
    current: () => active.getStore(),
    isRecorded: (place) => trace.getSpan(place as Context)?.isRecording() === true,
    runIn: (place, work) => active.run(place as Context | undefined, work),
    idsOf(place) {
      const { traceId, spanId } = spanContextOf(place);
      return { traceId, spanId };
    },
    traceparentOf(place) {
      const { traceId, spanId, traceFlags } = spanContextOf(place);
      return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
    },
    stop: () =>
      Promise.race([
        provider.shutdown().catch(() => undefined),
        pause(lifetimes.traceFlushMs, undefined, { ref: false }),
      ]),
  };
}
