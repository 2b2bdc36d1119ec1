import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import {
  type Context,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";
import { defaultResource, resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, TracerProvider } from "@opentelemetry/sdk-trace";
import type { TracingSettings } from "@/lib/config";
import { lifetimes } from "@/lib/limits";
import type { Logger } from "@/lib/platform/log";
import { describeError } from "./describe-error";
import { createExporter } from "./exporter";
import { createSampler } from "./sampler";
import type { Span, SpanAttributes, SpanOptions, SpanPlace, Tracer } from "./tracer";

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
