import { cacheSeconds } from "@/lib/limits";
import { currentSpan, inSpan, runIn } from "@/lib/platform/tracing/tracing";
import type { Call, Reply } from "./call";
import { publicHeaders } from "./cors";
import type { Declaration } from "./declaration";
import { takeRequestTurn, takeStreamTurn } from "./request-turns";
import { jsonReply } from "./respond";
import { linesHeaders, linesResponse } from "./respond-lines";
import { traceLines } from "./trace-call";

async function replyWithLines(
  call: Call,
  { success: [status, schema], operation }: Declaration,
  handle: () => unknown,
): Promise<Response> {
  const { request, requestId, service, budget } = call;
  if (request.method === "HEAD") return new Response(null, { status, headers: linesHeaders });
  const place = currentSpan();
  const onError = (error: unknown) =>
    runIn(place, () =>
      service.log.error(
        {
          requestId,
          route: operation,
          name: error instanceof Error ? error.name : undefined,
        },
        "response.stream_failed",
      ),
    );
  const lines = traceLines(operation, handle() as AsyncIterable<unknown>);
  return linesResponse(schema, lines, {
    status,
    onError,
    takeTurn: (work) => takeStreamTurn(budget, work),
  });
}

function cacheHeaders(declaration: Declaration): Record<string, string> {
  if (declaration.auth !== "public" || declaration.cache === undefined) return {};
  const maxAge = cacheSeconds[declaration.cache];
  return { ...publicHeaders, "Cache-Control": `public, max-age=${maxAge}` };
}

/** Whether `handle` takes a turn of its tenancy. A reader of lines would block it for its client. */
const takesTurn = ({ params }: Call, { isCoalesced, lines }: Declaration): boolean =>
  params["tenancyId"] !== undefined && isCoalesced !== true && lines === undefined;

/** Runs `handle` and creates the declared response, with only the fields of its schema. */
export async function replyAsDeclared(
  call: Call,
  declaration: Declaration,
  handle: () => unknown,
): Promise<Reply> {
  if (declaration.respondsWithLines === true) return replyWithLines(call, declaration, handle);
  const [status, schema] = declaration.success;
  const work = async () => {
    const body = await inSpan({ name: declaration.operation }, handle);
    return jsonReply(status, schema.parse(body), cacheHeaders(declaration));
  };
  return takesTurn(call, declaration)
    ? takeRequestTurn(call.budget, work, call.service.requestWaitMs)
    : work();
}
