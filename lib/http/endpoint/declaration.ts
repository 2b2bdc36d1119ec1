import type { z } from "zod";
import type { ParsedLine } from "@/lib/contract/lines";
import type { ApiKeyScope } from "@/lib/domain/api-key/scope";
import type { CachedContext, Service, TenancyContext } from "@/lib/domain/context";
import type {
  AuthorizationToken,
  RateLimitRule,
  Prefetch,
} from "@/lib/domain/rate-limit/count-request";
import type { ErrorTag } from "@/lib/errors";
import type { cacheSeconds } from "@/lib/limits";
import type { RouteHandler } from "./route-module";

export type Parsed<T> = T extends z.ZodType ? z.output<T> : undefined;
export type Lines<T> = T extends z.ZodType ? AsyncIterable<ParsedLine<z.output<T>>> : undefined;
export type NoSchema = undefined;

/** Called by a backend with an API key of that scope. */
interface KeyCaller {
  auth: "apiKey";
  /** All of them, where there are several. */
  scope: ApiKeyScope | readonly ApiKeyScope[];
  /**
   * The statement of `handle` proves the key, so one of the last minute is not looked up
   * (docs/decisions/0047-revalidate-cached-api-keys.md).
   */
  revalidatesKey?: true;
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

export type Caller = KeyCaller | BrowserCaller | OpenCaller | PublicCaller;
export type Auth = Caller["auth"];
export type ContextOf<A extends Auth, V> = A extends "public"
  ? Service & { request: Request }
  : V extends true
    ? TenancyContext | CachedContext
    : TenancyContext;

export interface Shape<P, Q, B, L, S extends z.ZodType> {
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
   * `prefetched`.
   */
  prefetch?: (body: Parsed<B>) => Prefetch;
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
