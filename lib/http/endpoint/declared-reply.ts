import type { z } from "zod";
import { replyKeptMs } from "@/lib/domain/access/idempotency/reservation";
import { runOnce } from "@/lib/domain/access/idempotency/run-once";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findIdentifiers } from "@/lib/domain/user/user-identifiers";
import { badRequest } from "@/lib/errors";
import { cacheSeconds } from "@/lib/limits";
import { currentSpan, inSpan, runIn } from "@/lib/platform/tracing/tracing";
import { bearerOf } from "./authenticate";
import type { Call, Reply } from "./call";
import { publicHeaders } from "./cors";
import type { Declaration } from "./declaration";
import { linesMediaType } from "./read-lines";
import { takeRequestTurn, takeStreamTurn } from "./request-turns";
import { type JsonReply, textReply } from "./respond";
import { traceLines } from "./trace-call";

const header = "Idempotency-Key";

/** Whether a request asks to be run at most once, at an endpoint that can do that. */
const isIdempotent = ({ headers }: Request, { onceReply }: Declaration): boolean =>
  onceReply !== undefined && headers.has(header);

/** Whether `handle` may share statements with other requests. It runs alone if it runs once. */
export const isCoalesced = (request: Request, declaration: Declaration): boolean =>
  declaration.isCoalesced === true && !isIdempotent(request, declaration);

/** Reads the Idempotency-Key. @throws BadRequest unless it is 1 to 255 printable ASCII characters */
function readIdempotencyKey({ headers }: Request): string {
  const key = headers.get(header) ?? "";
  if (!/^[\x20-\x7e]{1,255}$/.test(key))
    throw badRequest(header, "must be 1 to 255 printable ASCII characters");
  return key;
}

const chunkCharacters = 32 * 1024;

const linesHeaders = { "Content-Type": linesMediaType, "X-Content-Type-Options": "nosniff" };

/**
 * Streams NDJSON with backpressure. Waits for the first line before it returns, so that an early
 * failure still becomes an error response. A later failure calls `onError` and aborts the
 * connection.
 */
async function linesResponse(
  schema: z.ZodType,
  lines: AsyncIterable<unknown>,
  {
    status,
    onError,
    takeTurn,
  }: {
    status: number;
    onError: (error: unknown) => void;
    takeTurn: <T>(work: () => Promise<T>) => Promise<T>;
  },
): Promise<Response> {
  const source = lines[Symbol.asyncIterator]();
  let next = await takeTurn(() => source.next());
  const readChunk = async () => {
    let text = "";
    for (; next.done !== true && text.length < chunkCharacters; next = await source.next())
      text += `${JSON.stringify(schema.parse(next.value))}\n`;
    return text;
  };
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const text = await takeTurn(readChunk);
          if (text !== "") controller.enqueue(encoder.encode(text));
          if (next.done === true) controller.close();
        } catch (error) {
          onError(error);
          controller.error(error);
        }
      },
      // The client has disconnected, so stop reading from the database.
      cancel: async () => void (await source.return?.()),
    },
    { highWaterMark: 0 },
  );
  return new Response(body, { status, headers: linesHeaders });
}

/** Streams lines (NDJSON). A HEAD request gets the headers only, and `handle` doesn't run. */
async function replyWithLines(
  call: Call,
  { success: [status, schema], operation }: Declaration,
  handle: () => unknown,
): Promise<Response> {
  const { request, requestId, service, budget } = call;
  if (request.method === "HEAD") return new Response(null, { status, headers: linesHeaders });
  const span = currentSpan();
  const onError = (error: unknown) =>
    runIn(span, () =>
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

/** Whether `handle` waits for a turn of its tenancy. Lines take one for each batch instead. */
const waitsForTurn = ({ params, request }: Call, declaration: Declaration): boolean =>
  params["tenancyId"] !== undefined &&
  !isCoalesced(request, declaration) &&
  declaration.takesOwnTurns !== true &&
  declaration.lines === undefined;

interface Handled {
  ctx: object;
  input: unknown;
}

/** Runs `handle` until it succeeds once, and returns that reply to each retry. */
async function replyOnce(
  { request }: Call,
  { operation, onceReply = "state", success }: Declaration,
  { ctx, input }: Handled,
  runToJson: (ctx: object) => Promise<string>,
): Promise<JsonReply> {
  // Only endpoints with an API key take an Idempotency-Key.
  const tenancyContext = ctx as TenancyContext;
  const { reply, isReplayed } = await runOnce(
    tenancyContext,
    {
      keys: {
        apiKey: bearerOf(request) ?? "",
        idempotencyKey: readIdempotencyKey(request),
      },
      content: JSON.stringify([operation, input]),
      keptMs: replyKeptMs(onceReply, tenancyContext.tenancy),
      identifiersOf: (reply) => findIdentifiers([input, JSON.parse(reply)]),
    },
    runToJson,
  );
  return textReply(success[0], reply, isReplayed ? { "Idempotency-Replayed": "true" } : {});
}

/**
 * Runs `handle` and creates the declared response, with only the fields of its schema: streamed lines,
 * or JSON, which a request with an Idempotency-Key gets again on each retry.
 */
export async function replyAsDeclared(
  call: Call,
  declaration: Declaration,
  { ctx, input, handle }: Handled & { handle: (ctx: object) => unknown },
): Promise<Reply> {
  if (declaration.respondsWithLines === true)
    return replyWithLines(call, declaration, () => handle(ctx));
  const [status, schema] = declaration.success;
  const runToJson = async (ctx: object) => {
    const body = await inSpan({ name: declaration.operation }, () => handle(ctx));
    return JSON.stringify(schema.parse(body));
  };
  const work = async (): Promise<Reply> => {
    if (isIdempotent(call.request, declaration))
      return replyOnce(call, declaration, { ctx, input }, runToJson);
    const text = await runToJson(ctx);
    return status === 204
      ? new Response(null, { status })
      : textReply(status, text, cacheHeaders(declaration));
  };
  return waitsForTurn(call, declaration)
    ? takeRequestTurn(call.budget, work, call.service.requestWaitMs)
    : work();
}
