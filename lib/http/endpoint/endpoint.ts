import type { z } from "zod";
import { cacheSeconds } from "@/lib/limits";
import type { CachedContext, Service, TenancyContext } from "@/lib/domain/context";
import type { AuthorizationToken, Prefetch } from "@/lib/domain/rate-limit/count-request";
import { isServiceError, ServiceError } from "@/lib/errors";
import {
  admitAnyone,
  admitBrowser,
  authenticateKey,
  findCachedCaller,
} from "@/lib/http/admission/authenticate";
import {
  impliedErrors,
  type Auth,
  type Caller,
  type ContextOf,
  type Declaration,
  type DeclaredHandler,
  type Lines,
  type NoSchema,
  type Parsed,
  type Shape,
} from "./declaration";
import { runCall, type Call } from "./call";
import { publicHeaders } from "@/lib/http/admission/cors";
import { parseInput } from "./parse-input";
import { readJson } from "./read-json";
import { readLines } from "./read-lines";
import { readQuery } from "./read-query";
import { jsonReply, type JsonReply } from "./respond";
import { takeRequestTurn, takeStreamTurn } from "@/lib/http/admission/request-turns";
import { linesHeaders, linesResponse } from "./respond-lines";
import type { RouteContext } from "./route-module";
import { isWellFormed } from "./well-formed-text";

interface Admitted {
  ctx: TenancyContext | CachedContext | (Service & { request: Request });
  prefetched?: unknown;
}

async function admit(
  call: Call,
  declaration: Declaration,
  extras: { prefetch?: Prefetch | undefined; token?: AuthorizationToken | undefined } = {},
): Promise<Admitted> {
  if (declaration.auth === "public") return { ctx: { ...call.service, request: call.request } };
  if (declaration.auth === "apiKey") return { ctx: await authenticateKey(call, declaration.scope) };
  if (declaration.auth === "open") return { ctx: await admitAnyone(call, declaration.limit) };
  return admitBrowser(call, declaration.limit, extras);
}

async function readBody(
  { request }: Call,
  { body, bodyMayBeAbsent, lines }: Declaration,
): Promise<unknown> {
  if (lines !== undefined) return readLines(request, lines);
  return body === undefined
    ? undefined
    : parseInput(body, await readJson(request, bodyMayBeAbsent === true));
}

/** Returns a function that reads the body on its first call and then returns the same promise. */
function bodyReader(call: Call, declaration: Declaration): () => Promise<unknown> {
  let body: Promise<unknown> | undefined;
  return () => (body ??= readBody(call, declaration));
}

/**
 * Authenticates before validating the body. `prefetch` and `token` need the body to admit the
 * caller, so there it is parsed first and its error is thrown only after the caller is admitted.
 */
async function admitAndRead(
  call: Call,
  declaration: Declaration,
  read: () => Promise<unknown>,
): Promise<Admitted & { body: unknown }> {
  const { prefetch, token } = declaration as {
    prefetch?: (body: unknown) => Prefetch;
    token?: (body: unknown) => AuthorizationToken | undefined;
  };
  if (prefetch === undefined && token === undefined) {
    const { ctx, prefetched } = await admit(call, declaration);
    return { ctx, prefetched, body: await read() };
  }
  const [body] = await Promise.allSettled([read()]);
  const extras =
    body.status === "fulfilled"
      ? { prefetch: prefetch?.(body.value), token: token?.(body.value) }
      : {};
  const { ctx, prefetched } = await admit(call, declaration, extras);
  if (body.status === "rejected") throw body.reason;
  return { ctx, prefetched, body: body.value };
}

type Respond = (admitted: Admitted & { body: unknown }) => Promise<Response | JsonReply>;

/**
 * Handles a request whose API key is cached and revalidated by the statement of `handle`. Returns
 * undefined if the key isn't cached or the statement rejected it: then nothing has changed, and the
 * caller continues with a key lookup.
 */
async function respondCached(
  call: Call,
  declaration: Declaration,
  read: () => Promise<unknown>,
  respond: Respond,
): Promise<Response | JsonReply | undefined> {
  if (declaration.auth !== "apiKey" || declaration.revalidatesKey === undefined) return undefined;
  const ctx = findCachedCaller(call, declaration.scope);
  if (ctx === undefined) return undefined;
  const { cached } = ctx;
  try {
    const reply = await respond({ ctx, body: await read() });
    if (!cached.isRevalidated)
      throw new Error("`handle` returned without revalidating the cached key");
    return reply;
  } catch (error) {
    if (cached.isRevalidated || !isServiceError(error)) throw error;
    return undefined;
  } finally {
    if (cached.isRevalidated) call.tenancyId = cached.live.tenancy.id;
  }
}

function readParams({ params, malformedPath }: Declaration, call: Call): unknown {
  if (params === undefined) return undefined;
  if (malformedPath !== undefined && !Object.values(call.params).every(isWellFormed))
    throw new ServiceError(malformedPath);
  return parseInput(params, call.params);
}

async function respondWithLines(
  call: Call,
  { success: [status, schema], operation }: Declaration,
  handle: () => unknown,
): Promise<Response> {
  if (call.request.method === "HEAD") return new Response(null, { status, headers: linesHeaders });
  const onError = (error: unknown) =>
    call.service.log.error(
      {
        requestId: call.requestId,
        route: operation,
        name: error instanceof Error ? error.name : undefined,
      },
      "response.stream_failed",
    );
  const { tenancyId = "" } = call.params;
  return linesResponse(schema, handle() as AsyncIterable<unknown>, {
    status,
    onError,
    takeTurn: (work) => takeStreamTurn(tenancyId, work),
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
  V extends true | undefined = undefined,
>(
  declaration: { auth: A } & Extract<Caller, { auth: A }> & { revalidatesKey?: V } & Shape<
      P,
      Q,
      B,
      L,
      S
    > & {
      handle: (input: {
        ctx: ContextOf<A, V>;
        params: Parsed<P>;
        query: Parsed<Q>;
        body: Parsed<B>;
        lines: Lines<L>;
        prefetched: unknown;
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
  const takesTurn = !("revalidatesKey" in declared) && declared.lines === undefined;

  const route = (request: Request, context: RouteContext) =>
    runCall(
      request,
      context,
      {
        label: declared.operation,
        errors,
        unavailable,
        checksParams: declared.malformedPath !== undefined,
      },
      async (call) => {
        const respond: Respond = async ({ ctx, prefetched, body }) => {
          const params = readParams(declared, call);
          const query: unknown =
            declared.query === undefined
              ? undefined
              : parseInput(declared.query, readQuery(request));
          const input = {
            ctx,
            params,
            query,
            ...(declared.lines === undefined ? { body } : { lines: body }),
            prefetched,
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
          const work = async () => jsonReply(status, schema.parse(await handle(input)), headers);
          const { tenancyId } = call.params;
          return tenancyId === undefined || !takesTurn ? work() : takeRequestTurn(tenancyId, work);
        };
        const read = bodyReader(call, declared);
        return (
          (await respondCached(call, declared, read, respond)) ??
          respond(await admitAndRead(call, declared, read))
        );
      },
    );
  return Object.assign(route, { declaration: declared });
}
