import type { TracingSettings } from "@/lib/config";
import { traceStatements } from "@/lib/platform/tracing/trace-statements";
import { startTracing, stopTracing } from "@/lib/platform/tracing/tracing";
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from "./otlp-receiver";
import type { TestService } from "./test-service";

/** The spans that a collector received. */
export interface Recording {
  spans: ReceivedSpan[];
  /** Exactly one span has this name. */
  named(name: string): ReceivedSpan;
  receiver: OtlpReceiver;
}

const tracedPools = new WeakSet<object>();

/** Traces what `work` does, and returns what a collector received. */
export async function recordSpans(
  service: TestService,
  work: () => Promise<unknown>,
  settings: Partial<TracingSettings> = {},
): Promise<Recording> {
  if (service.pool.totalCount > 0 && !tracedPools.has(service.pool))
    throw new Error("Call traceTestService before the first statement.");
  traceTestService(service);
  const receiver = await startOtlpReceiver();
  try {
    await startTracing(
      {
        url: `${receiver.url}/v1/traces`,
        headers: {},
        serviceName: "keystead",
        sampledShare: 1,
        ...settings,
      },
      service.log,
    );
    await work();
    await stopTracing();
  } finally {
    await stopTracing();
    await receiver.close();
  }
  const { spans } = receiver;
  return {
    spans,
    receiver,
    named(name) {
      const [span, ...others] = spans.filter((each) => each.name === name);
      if (span === undefined || others.length > 0)
        throw new Error(`${others.length} more spans, or none, are named ${name}`);
      return span;
    },
  };
}

/** Prepares the connections of a service for `recordSpans`. Call it before the first statement. */
export function traceTestService({ pool }: TestService): void {
  if (tracedPools.has(pool)) return;
  tracedPools.add(pool);
  traceStatements(pool);
}
