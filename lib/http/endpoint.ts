import type { z } from "zod";
import { cacheSeconds } from "@/lib/config";
import type { ApiKeyScope } from "@/lib/domain/api-key/scope";
import type { ParsedLine } from "@/lib/contract/lines";
import type { RecalledContext, Service, TenancyContext } from "@/lib/domain/context";
import type {
  AuthorizationToken,
  RateLimitRule,
  Ride,
} from "@/lib/domain/rate-limit/count-request";
import { isServiceError, ServiceError, type ErrorTag } from "@/lib/errors";
import { admitAnyone, admitBrowser, authenticateKey, recallCaller } from "./authenticate";
import { runCall, type Call } from "./call";
import { publicHeaders } from "./cors";
import { parseInput } from "./parse-input";
import { readJson } from "./read-json";
import { readLines } from "./read-lines";
import { readQuery } from "./read-query";
import { jsonAnswer, type JsonAnswer } from "./respond";
import { takeRequestTurn, takeStreamTurn } from "./request-turns";
import { linesHeaders, linesResponse } from "./respond-lines";
import type { RouteContext, RouteHandler } from "./route-module";
import { isWellFormed } from "./well-formed-text";

type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
type Lines<T> = T extends z.ZodType ? AsyncIterable<ParsedLine<z.output<T>>> : undefined;
type NoSchema = undefined;

/** Called by a backend with an API key of that scope. */
interface KeyCaller {
  auth: "apiKey";
  /** All of them, where there are several. */
  scope: ApiKeyScope | readonly ApiKeyScope[];
  /**
   * The statement of `handle` proves the key, so one of the last minute is not looked up
   * (ARCHITECTURE.md, decision 47).
   */
  provesKey?: true;
}
/** Called by a web page without a key. */
interface BrowserCaller {
  auth: "browser";
  limit: RateLimitRule;
}
/**
 * Called by any page or program without a key, within the limit; only for what a tenancy opened to
 * all.
 */
interface OpenCaller {
  auth: "open";
  limit: RateLimitRule;
}
/**
 * Called by anybody; `cache` names the max-age that makes it cacheable and readable from any page.
 */
interface PublicCaller {
  auth: "public";
  cache?: keyof typeof cacheSeconds;
}

type Caller = KeyCaller | BrowserCaller | OpenCaller | PublicCaller;
type Auth = Caller["auth"];
type ContextOf<A extends Auth, V> = A extends "public"
  ? Service & { request: Request }
  : V extends true
    ? TenancyContext | RecalledContext
    : TenancyContext;

interface Shape<P, Q, B, L, S extends z.ZodType> {
  /** Unique; OpenAPI's operationId and the label in logs where no route is known. */
  operation: string;
  summary: string;
  /** What a caller has to know besides, in Markdown of one paragraph. */
  description?: string;
  params?: P;
  /**
   * Error for a path parameter that is no text, such as a broken escape or U+0000; BadRequest by
   * default.
   */
  malformedPath?: "@error/InvalidCode" | "@error/NotFound";
  /** Strings by name; one given twice is refused. */
  query?: Q;
  body?: B;
  bodyMayBeAbsent?: true;
  /**
   * Instead of a JSON body: NDJSON of up to 16 MiB, each line by this schema, read while it
   * arrives.
   */
  lines?: L;
  /**
   * For a browser's call: what the body asks for in the round trip that admits it. Its row is
   * `ridden`.
   */
  ride?: (body: Parsed<B>) => Ride;
  /**
   * For a browser's call: the token of `authorize` in the body, which while it is live keeps the
   * request out of the tenancy's total.
   */
  token?: (body: Parsed<B>) => AuthorizationToken | undefined;
  /** The answer's status and schema; fields that the schema does not declare never leave. */
  success: [status: 200 | 201 | 202, schema: S];
  /**
   * Answers NDJSON, each line by the success schema, while `handle` makes them; HEAD calls no
   * `handle`.
   */
  answersLines?: true;
  errors: ErrorTag[];
  /** A GET that uses something up: HEAD must not do that unseen. */
  spends?: true;
}

export type Declaration = Caller &
  Shape<
    z.ZodType | NoSchema,
    z.ZodType | NoSchema,
    z.ZodType | NoSchema,
    z.ZodType | NoSchema,
    z.ZodType
  >;
export type DeclaredHandler = RouteHandler & { declaration: Declaration };

/** The tags that an endpoint may answer because of what it is, besides those that it declares. */
export function impliedErrors(declaration: Declaration): ErrorTag[] {
  const callers: Record<Auth, ErrorTag[]> = {
    apiKey: ["@error/Forbidden"],
    browser: ["@error/InvalidTenancy", "@error/Forbidden", "@error/RateLimited"],
    open: ["@error/NotFound", "@error/RateLimited"],
    public: [],
  };
  const body: ErrorTag[] =
    declaration.body === undefined && declaration.lines === undefined
      ? []
      : ["@error/UnsupportedMediaType", "@error/PayloadTooLarge"];
  return [
    "@error/BadRequest",
    ...callers[declaration.auth],
    ...body,
    "@error/Unavailable",
    "@error/Internal",
  ];
}

interface Admitted {
  ctx: TenancyContext | RecalledContext | (Service & { request: Request });
  ridden?: unknown;
}

async function admit(
  call: Call,
  declaration: Declaration,
  carried: { ride?: Ride | undefined; token?: AuthorizationToken | undefined } = {},
): Promise<Admitted> {
  if (declaration.auth === "public") return { ctx: { ...call.service, request: call.request } };
  if (declaration.auth === "apiKey") return { ctx: await authenticateKey(call, declaration.scope) };
  if (declaration.auth === "open") return { ctx: await admitAnyone(call, declaration.limit) };
  return admitBrowser(call, declaration.limit, carried);
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

/** Reads the body when it is first asked for, and once. */
function bodyReader(call: Call, declaration: Declaration): () => Promise<unknown> {
  let body: Promise<unknown> | undefined;
  return () => (body ??= readBody(call, declaration));
}

/**
 * Authenticates before validating the body. A ride and a token need the body first, so there a
 * fault of the body waits until the caller is admitted.
 */
async function admitAndRead(
  call: Call,
  declaration: Declaration,
  read: () => Promise<unknown>,
): Promise<Admitted & { body: unknown }> {
  const { ride, token } = declaration as {
    ride?: (body: unknown) => Ride;
    token?: (body: unknown) => AuthorizationToken | undefined;
  };
  if (ride === undefined && token === undefined) {
    const { ctx, ridden } = await admit(call, declaration);
    return { ctx, ridden, body: await read() };
  }
  const [body] = await Promise.allSettled([read()]);
  const carried =
    body.status === "fulfilled" ? { ride: ride?.(body.value), token: token?.(body.value) } : {};
  const { ctx, ridden } = await admit(call, declaration, carried);
  if (body.status === "rejected") throw body.reason;
  return { ctx, ridden, body: body.value };
}

type Respond = (admitted: Admitted & { body: unknown }) => Promise<Response | JsonAnswer>;

/**
 * Answers a backend whose key was live within the last minute, and whose statement has proved that
 * it is. Undefined where there is no such key, or what was refused was not proven: then nothing has
 * been done, and a look-up tells who calls.
 */
async function respondRecalled(
  call: Call,
  declaration: Declaration,
  read: () => Promise<unknown>,
  respond: Respond,
): Promise<Response | JsonAnswer | undefined> {
  if (declaration.auth !== "apiKey" || declaration.provesKey === undefined) return undefined;
  const ctx = recallCaller(call, declaration.scope);
  if (ctx === undefined) return undefined;
  const { recalled } = ctx;
  try {
    const answer = await respond({ ctx, body: await read() });
    if (!recalled.isProven) throw new Error("an answer to a key that no statement has proved");
    return answer;
  } catch (error) {
    if (recalled.isProven || !isServiceError(error)) throw error;
    return undefined;
  } finally {
    if (recalled.isProven) call.tenancyId = recalled.live.tenancy.id;
  }
}

function readParams({ params, malformedPath }: Declaration, call: Call): unknown {
  if (params === undefined) return undefined;
  if (malformedPath !== undefined && !Object.values(call.params).every(isWellFormed))
    throw new ServiceError(malformedPath);
  return parseInput(params, call.params);
}

async function answerLines(
  call: Call,
  { success: [status, schema], operation }: Declaration,
  handle: () => unknown,
): Promise<Response> {
  if (call.request.method === "HEAD") return new Response(null, { status, headers: linesHeaders });
  const onBroken = (error: unknown) =>
    call.service.log.error(
      {
        requestId: call.requestId,
        route: operation,
        name: error instanceof Error ? error.name : undefined,
      },
      "an answer broke off",
    );
  const { tenancyId = "" } = call.params;
  return linesResponse(schema, handle() as AsyncIterable<unknown>, {
    status,
    onBroken,
    takeTurn: (work) => takeStreamTurn(tenancyId, work),
  });
}

/**
 * An endpoint is what it declares: who may call it, what it reads, what it answers. Authenticates,
 * parses, calls the domain, parses the reply. The declaration rides on the handler, for the router
 * and OpenAPI.
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
  declaration: { auth: A } & Extract<Caller, { auth: A }> & { provesKey?: V } & Shape<
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
        ridden: unknown;
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
      : "The service lost its database; part of the lines may have been taken. Send them again shortly.";

  // Coalesced calls have their own limit per tenancy, and lines wait for the client.
  const takesTurn = !("provesKey" in declared) && declared.lines === undefined;

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
        const respond: Respond = async ({ ctx, ridden, body }) => {
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
            ridden,
          };
          if (declared.answersLines === true)
            return answerLines(call, declared, () => handle(input));
          const maxAge =
            declared.auth === "public" && declared.cache !== undefined
              ? cacheSeconds[declared.cache]
              : undefined;
          const headers =
            maxAge === undefined
              ? {}
              : { ...publicHeaders, "Cache-Control": `public, max-age=${maxAge}` };
          const work = async () => jsonAnswer(status, schema.parse(await handle(input)), headers);
          const { tenancyId } = call.params;
          return tenancyId === undefined || !takesTurn ? work() : takeRequestTurn(tenancyId, work);
        };
        const read = bodyReader(call, declared);
        return (
          (await respondRecalled(call, declared, read, respond)) ??
          respond(await admitAndRead(call, declared, read))
        );
      },
    );
  return Object.assign(route, { declaration: declared });
}
