import type { z } from "zod";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { Guess, Service, TenancyContext } from "@/lib/domain/base/context";
import { authenticateKey, findAnyone, findBrowser } from "./authenticate";
import type { Call, CalledEndpoint } from "./call";
import {
  type Auth,
  type Caller,
  type ContextOf,
  type Declaration,
  type DeclaredHandler,
  impliedErrors,
  type Lines,
  type NoSchema,
  type Parsed,
  type Shape,
  type UncountedOf,
} from "./declaration";
import { isCoalesced, replyAsDeclared } from "./declared-reply";
import { readInput } from "./read-input";
import { takeRequestTurn } from "./request-turns";
import { serve } from "./serve";

/** An `open` endpoint belongs to a tenancy, a `public` one doesn't. */
type FoundCaller =
  | { ctx: TenancyContext; uncounted: UncountedRequest }
  | { ctx: TenancyContext | (Service & { request: Request }); uncounted?: undefined };

/** With a guess, looks only in the cache (serve.ts). */
async function findCaller(
  call: Call,
  declaration: Declaration,
  guess?: Guess,
): Promise<FoundCaller> {
  switch (declaration.auth) {
    case "public":
      return { ctx: { ...call.service, request: call.request } };
    case "apiKey":
      return { ctx: await authenticateKey(call, declaration.scope, guess) };
    case "browser":
      return findBrowser(call, declaration.limit, guess);
    case "open":
      return findAnyone(call, declaration.limit, guess);
  }
}

/** Runs work in a turn of the call's tenancy. Only for endpoints that take their own turns. */
type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

const inTurnOf =
  ({ budget, service }: Call): InTurn =>
  (work) =>
    takeRequestTurn(budget, work, service.requestWaitMs);

const describeEndpoint = (declaration: Declaration): CalledEndpoint => ({
  label: declaration.operation,
  auth: declaration.auth,
  errors: new Set([...impliedErrors(declaration), ...declaration.errors]),
  input: [declaration.body, declaration.query, declaration.params].filter(
    (schema) => schema !== undefined,
  ),
  unavailable:
    declaration.lines === undefined
      ? undefined
      : "The database is unavailable. Some lines may have been imported. Send them again shortly.",
  checksParams: declaration.malformedPath !== undefined,
});

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
        uncounted: UncountedOf<A>;
        params: Parsed<P>;
        query: Parsed<Q>;
        body: Parsed<B>;
        lines: Lines<L>;
        inTurn: InTurn;
      }) => Promise<z.input<S>> | z.input<S> | AsyncIterable<z.input<S>>;
    },
): DeclaredHandler {
  const { handle, ...declared } = declaration as unknown as Declaration & {
    handle: (input: object) => unknown;
  };
  const tokenOf = declared.token as ((body: unknown) => UncountedRequest["token"]) | undefined;
  const route = serve(describeEndpoint(declared), {
    findCaller: (call, guess) => findCaller(call, declared, guess),
    read: (call) => readInput(call, declared),
    check: (_caller, input) => input,
    tokenOf: ({ body }) => tokenOf?.(body),
    isCoalesced: (request) => isCoalesced(request, declared),
    respond: (call, { ctx, uncounted }, { params, query, body }) =>
      replyAsDeclared(call, declared, {
        ctx,
        input: { params, query, body },
        // Lines are read as the body.
        handle: (ctx) =>
          handle({ ctx, uncounted, params, query, body, lines: body, inTurn: inTurnOf(call) }),
      }),
  });
  return Object.assign(route, { declaration: declared });
}
