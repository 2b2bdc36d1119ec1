import { ExportResultCode } from "@opentelemetry/core";
import { JsonTraceSerializer } from "@opentelemetry/otlp-transformer";
import type { ReadableSpan, SpanExporter } from "@opentelemetry/sdk-trace";
import type { TracingSettings } from "@/lib/config";
import { lifetimes } from "@/lib/limits";
import type { Logger } from "@/lib/platform/log";
import { describeError } from "./describe-error";

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
