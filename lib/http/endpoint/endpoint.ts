import type { z } from "zod";
import type { Service, TenancyContext } from "@/lib/domain/context";
import {
  countRequest,
  type RateLimitRule,
  type UncountedRequest,
} from "@/lib/domain/rate-limit/count-request";
import { ServiceError } from "@/lib/errors";
import { cacheSeconds } from "@/lib/limits";
import { currentSpan, inSpan, runIn } from "@/lib/platform/tracing/tracing";
import { authenticateKey, findAnyone, findBrowser } from "./authenticate";
import { type Call, runCall } from "./call";
import { publicHeaders } from "./cors";
import {
  type Auth,
  type Caller,
  type ContextOf,
  type Declaration,
  type DeclaredHandler,
  impliedErrors,
  type KeyCaller,
  type Lines,
  type NoSchema,
  type Parsed,
  type RequestOf,
  type Shape,
} from "./declaration";
import { parseInput } from "./parse-input";
import { readJson } from "./read-json";
import { readLines } from "./read-lines";
import { readQuery } from "./read-query";
import { takeRequestTurn, takeStreamTurn } from "./request-turns";
import { type JsonReply, jsonReply } from "./respond";
import { linesHeaders, linesResponse } from "./respond-lines";
import type { RouteContext } from "./route-module";
import { traceLines } from "./trace-call";
import { isWellFormed } from "./well-formed-text";
import { countingRefusals, withCaller } from "./with-caller";

interface Input {
  ctx: TenancyContext | (Service & { request: Request });
  /** The request to count, if `handle` counts it. */
  request?: UncountedRequest;
  query: unknown;
  body: unknown;
}

type Respond = (input: Input) => Promise<Response | JsonReply>;

async function readBody(
  { request }: Call,
  { body, bodyMayBeAbsent, uncheckedText, lines }: Declaration,
): Promise<unknown> {
  if (lines !== undefined) return readLines(request, lines);
  return body === undefined
    ? undefined
    : parseInput(body, await readJson(request, bodyMayBeAbsent === true, uncheckedText));
}

interface Sent {
  query: unknown;
  body: unknown;
}

type Read = () => Promise<Sent>;

/**
 * Returns a function that reads the query, then the body, on its first call and then returns the
 * same promise.
 */
function createReader(call: Call, declaration: Declaration): Read {
  const read = async () => {
    const query = readQuery(call, declaration);
    return { query, body: await readBody(call, declaration) };
  };
  let sent: Promise<Sent> | undefined;
  return () => (sent ??= read());
}

const respondToKey = (
  call: Call,
  { scope, confirmsCaller }: KeyCaller,
  read: Read,
  respond: Respond,
) =>
  withCaller(
    (source) =>
      source === "cache" && confirmsCaller === undefined
        ? undefined
        : authenticateKey(call, scope, source),
    async ({ ctx }) => respond({ ctx, ...(await read()) }),
  );

/** Counts the request before it responds, unless `handle` does. */
function respondToAnyone(
  find: typeof findBrowser,
  call: Call,
  declaration: Declaration & { limit: RateLimitRule; confirmsCaller?: true },
  read: Read,
  respond: Respond,
) {
  const { limit, confirmsCaller } = declaration;
  const token = declaration.token as ((body: unknown) => UncountedRequest["token"]) | undefined;
  return withCaller(
    (source) => find(call, limit, source),
    (caller) =>
      countingRefusals(caller, async () => {
        const { ctx } = caller;
        const sent = await read();
        const request = { ...caller.request, token: token?.(sent.body) };
        if (confirmsCaller === undefined) await countRequest(ctx, request);
        return respond({ ctx, request, ...sent });
      }),
  );
}

/** Authenticates before it validates the input: its errors are thrown to a known caller. */
function respondToCaller(call: Call, declaration: Declaration, respond: Respond) {
  const read = createReader(call, declaration);
  switch (declaration.auth) {
    case "public":
      return read().then((sent) =>
        respond({ ctx: { ...call.service, request: call.request }, ...sent }),
      );
    case "apiKey":
      return respondToKey(call, declaration, read, respond);
    case "browser":
      return respondToAnyone(findBrowser, call, declaration, read, respond);
    case "open":
      return respondToAnyone(findAnyone, call, declaration, read, respond);
  }
}

function readParams({ params, malformedPath }: Declaration, call: Call): unknown {
  if (params === undefined) return undefined;
  if (malformedPath === undefined || malformedPath === "handled")
    return parseInput(params, call.params);
  const parsed = params.safeParse(call.params);
  if (!parsed.success || !Object.values(call.params).every(isWellFormed))
    throw new ServiceError(malformedPath);
  return parsed.data;
}

async function respondWithLines(
  call: Call,
  { success: [status, schema], operation }: Declaration,
  handle: () => unknown,
): Promise<Response> {
  if (call.request.method === "HEAD") return new Response(null, { status, headers: linesHeaders });
  const place = currentSpan();
  const onError = (error: unknown) =>
    runIn(place, () =>
      call.service.log.error(
        {
          requestId: call.requestId,
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
    takeTurn: (work) => takeStreamTurn(call.budget, work),
  });
}

/**
 * Creates a route handler from its declaration: who may call it, what it reads and what it returns.
 * Authenticates, parses the input, calls the domain and filters the reply by its schema. The router
 * and OpenAPI read the declaration from the returned handler.
 */
export function endpoint<
  A extends Auth,
  S extends z.ZodType,
  P extends z.ZodType | NoSchema = NoSchema,
  Q extends z.ZodType | NoSchema = NoSchema,
  B extends z.ZodType | NoSchema = NoSchema,
  L extends z.ZodType | NoSchema = NoSchema,
>(
  declaration: { auth: A } & Extract<Caller, { auth: A }> &
    Shape<P, Q, B, L, S> & {
      handle: (input: {
        ctx: ContextOf<A>;
        request: RequestOf<A>;
        params: Parsed<P>;
        query: Parsed<Q>;
        body: Parsed<B>;
        lines: Lines<L>;
      }) => Promise<z.input<S>> | z.input<S> | AsyncIterable<z.input<S>>;
    },
): DeclaredHandler {
  const { handle, ...declared } = declaration as unknown as Declaration & {
    handle: (input: object) => unknown;
  };
  const [status, schema] = declared.success;
  const errors = new Set([...impliedErrors(declared), ...declared.errors]);

  const unavailable =
    declared.lines === undefined
      ? undefined
      : "The database is unavailable. Some lines may have been imported. Send them again shortly.";

  // Coalesced calls have their own limit per tenancy. Reading lines waits for the client and would
  // block a turn.
  const takesTurn = !("confirmsCaller" in declared) && declared.lines === undefined;

  const route = (request: Request, context: RouteContext) =>
    runCall(
      request,
      context,
      {
        label: declared.operation,
        auth: declared.auth,
        errors,
        unavailable,
        checksParams: declared.malformedPath !== undefined,
      },
      (call) => {
        const respond: Respond = async ({ ctx, request: counted, query, body }) => {
          const params = readParams(declared, call);
          const input = {
            ctx,
            request: counted,
            params,
            query,
            ...(declared.lines === undefined ? { body } : { lines: body }),
          };
          if (declared.respondsWithLines === true)
            return respondWithLines(call, declared, () => handle(input));
          const maxAge =
            declared.auth === "public" && declared.cache !== undefined
              ? cacheSeconds[declared.cache]
              : undefined;
          const headers =
            maxAge === undefined
              ? {}
              : { ...publicHeaders, "Cache-Control": `public, max-age=${maxAge}` };
          const work = async () => {
            const reply = await inSpan({ name: declared.operation }, () => handle(input));
            if ("callerVersion" in ctx && ctx.callerVersion?.isConfirmed === false)
              throw new Error("`handle` returned without confirming the caller");
            return jsonReply(status, schema.parse(reply), headers);
          };
          return call.params["tenancyId"] === undefined || !takesTurn
            ? work()
            : takeRequestTurn(call.budget, work, call.service.requestWaitMs);
        };
        return respondToCaller(call, declared, respond);
      },
    );
  return Object.assign(route, { declaration: declared });
}
