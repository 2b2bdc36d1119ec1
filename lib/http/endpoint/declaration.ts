import { z } from "zod";
import type { ParsedLine } from "@/lib/contract/lines";
import type { ApiKeyScope } from "@/lib/domain/access/api-key/scope";
import type { ReplyContent } from "@/lib/domain/access/idempotency/reservation";
import type { RateLimitRule, UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import type { ErrorTag } from "@/lib/errors";
import type { cacheSeconds } from "@/lib/limits";
import type { RouteHandler } from "./route-module";

/** The schema of a response without a body. */
export const NoContent = z.void();

export type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
export type Lines<T> = T extends z.ZodType ? AsyncIterable<ParsedLine<z.output<T>>> : undefined;
export type NoSchema = undefined;

/** Called by a backend with an API key that has the scope. */
interface KeyCaller {
  auth: "apiKey";
  /** Every listed scope is required. */
  scope: ApiKeyScope | readonly ApiKeyScope[];
}
/** Called by a web page without a key. */
interface BrowserCaller {
  auth: "browser";
  limit: RateLimitRule;
}
/**
 * Called without a key by any page or program. For resources that a tenancy made public.
 */
interface OpenCaller {
  auth: "open";
  limit: RateLimitRule;
}
/**
 * Called by anyone. With `cache`, responses are cacheable for that max-age and any page may read
 * them.
 */
interface PublicCaller {
  auth: "public";
  cache?: keyof typeof cacheSeconds;
}

export type Caller = KeyCaller | BrowserCaller | OpenCaller | PublicCaller;
export type Auth = Caller["auth"];
export type ContextOf<A extends Auth> = A extends "public"
  ? Service & { request: Request }
  : TenancyContext;
/** The request to count, if `handle` counts it. */
export type UncountedOf<A extends Auth> = A extends "browser" ? UncountedRequest : undefined;

export interface Shape<P, Q, B, L, S extends z.ZodType> {
  /** Unique. OpenAPI's operationId, and the label in logs if the route is unknown. */
  operation: string;
  summary: string;
  /** Purpose, then limits, then errors. One Markdown paragraph. */
  description?: string;
  params?: P;
  /**
   * Error for a path parameter that is absent or isn't well-formed text, such as a broken escape or
   * U+0000. `handled`: `handle` accepts any text. Default: BadRequest.
   */
  malformedPath?: "@error/InvalidCode" | "@error/NotFound" | "handled";
  /**
   * Parsed from strings by name. Under a tenancy's path, a name that isn't here, or is repeated, is
   * a 400.
   */
  query?: Q;
  /** Ignores the query. For codes in paths: a 400 would lose a sign-in that deployed clients began. */
  ignoresQuery?: true;
  body?: B;
  bodyMayBeAbsent?: true;
  /** A field of the body whose text `handle` checks, so U+0000 and lone surrogates may be in it. */
  uncheckedText?: string;
  /**
   * Schema of each line of an NDJSON body of up to 16 MiB, read as it arrives. Replaces `body`.
   */
  lines?: L;
  /** Browser endpoints only: the token from `authorize` in the body (`UncountedRequest`). */
  token?: (body: Parsed<B>) => UncountedRequest["token"];
  /**
   * Status and schema of the response: `NoContent` with 204. Fields that the schema doesn't declare are
   * never sent.
   */
  success: [status: 200 | 201 | 202 | 204, schema: S];
  /**
   * Streams NDJSON, each line by the success schema, as `handle` yields them. HEAD doesn't call
   * `handle`.
   */
  respondsWithLines?: true;
  errors: ErrorTag[];
  /**
   * The first statement of `handle` is a `confirmedQuery`, which counts a request without an API key,
   * too. Such statements have their own limit per tenancy, so `handle` takes no turn.
   */
  isCoalesced?: true;
  /** Null in the body is a value, and an error where the schema doesn't take it: each field is a setting. */
  keepsNull?: true;
  /** `handle` takes turns with `inTurn`, because it waits between them. */
  takesOwnTurns?: true;
  /** The endpoint takes an Idempotency-Key (contract §10): what a reply contains. */
  onceReply?: ReplyContent;
  /**
   * A GET that consumes a single-use value. It gets no HEAD, which would consume the value unseen.
   */
  isSingleUse?: true;
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

/** Returns the error tags of an endpoint that follow from its caller and body. */
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
  const replayed: ErrorTag[] =
    declaration.onceReply === undefined ? [] : ["@error/IdempotencyConflict", "@error/RateLimited"];
  return [
    "@error/BadRequest",
    ...replayed,
    ...callers[declaration.auth],
    ...body,
    "@error/Unavailable",
    "@error/Internal",
  ];
}
