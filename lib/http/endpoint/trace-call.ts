import type { ServiceError } from "@/lib/errors";
import type { Span } from "@/lib/platform/tracing/tracer";
import { inSpan, isTracing, runIn, startSpan } from "@/lib/platform/tracing/tracing";
import { methodNames } from "./route-module";

interface TracedRequest {
  request: Request;
  /** Path template, if known. */
  template: string | undefined;
  label: string;
}

/** Runs a request in a server span. Its URL stays out, because paths can contain codes. */
export function traceCall(
  { request, template, label }: TracedRequest,
  work: (span?: Span) => Promise<Response>,
): Promise<Response> {
  if (!isTracing()) return work();
  const isKnown = (methodNames as readonly string[]).includes(request.method);
  const method = isKnown ? request.method : "_OTHER";
  return Promise.resolve(
    inSpan(
      {
        name: `${isKnown ? method : "HTTP"} ${template ?? label}`,
        kind: "server",
        parent: request.headers.get("traceparent"),
        attributes: { "http.request.method": method, "http.route": template },
      },
      work,
    ),
  );
}

/** Describes the response to a traced request. */
export function traceReply(
  span: Span | undefined,
  reply: {
    status: number;
    requestId: string;
    tenancyId: string | undefined;
    failure: ServiceError | undefined;
  },
): void {
  span?.set({
    "http.response.status_code": reply.status,
    "keystead.request_id": reply.requestId,
    "keystead.tenancy": reply.tenancyId,
  });
  if (reply.failure !== undefined) span?.fail(reply.failure);
}

/** Reads lines in one span, which ends with the last of them. */
export function traceLines<T>(operation: string, lines: AsyncIterable<T>): AsyncIterable<T> {
  const span = startSpan({ name: operation });
  if (span === undefined) return lines;
  const source = lines[Symbol.asyncIterator]();
  const step = async (read: () => Promise<IteratorResult<T>>) => {
    try {
      const next = await runIn(span.place, read);
      if (next.done === true) span.end();
      return next;
    } catch (error) {
      span.fail(error);
      span.end();
      throw error;
    }
  };
  const nothing = { done: true, value: undefined } as const;
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => step(() => source.next()),
      return: () => step(async () => (await source.return?.()) ?? nothing),
    }),
  };
}
