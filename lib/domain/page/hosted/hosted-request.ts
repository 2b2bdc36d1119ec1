import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { isRedirectUri } from "@/lib/domain/base/tenancy/web-address";
import type { HostedBinding } from "@/lib/domain/sign-in/ceremony/ceremony-intent";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";

/** The parameters that an application sends its user to the hosted pages with (contract §8). */
export const HostedRequest = z.object({
  redirectUri: z.string(),
  state: z.string(),
  /** PKCE S256. */
  codeChallenge: z.string(),
  /** A language that the pages support. */
  locale: z.string(),
});
export type HostedRequest = z.infer<typeof HostedRequest>;

/** The context of a visitor on the hosted pages. */
export interface HostedContext extends TenancyContext {
  request: HostedRequest;
  /** The rpId of passkeys on the hosted pages. */
  rpId: string;
}

/** Returns what binds each ceremony and code to the request. */
export const bindingOf = ({ request, baseUrl }: HostedContext): HostedBinding => ({
  codeChallenge: request.codeChallenge,
  origin: baseUrl,
});

/** Checked at every step, because an operator may remove an address at any time. */
export const mayReturnTo = ({ tenancy }: Pick<TenancyContext, "tenancy">, uri: string) =>
  tenancy.redirectUris.includes(uri) && isRedirectUri(uri);

/**
 * Returns the origin that all web redirect URIs of the tenancy share, for a way back from a page that
 * has no valid one. Undefined if they have several, or if all belong to apps.
 */
export function applicationOrigin({
  tenancy,
}: Pick<TenancyContext, "tenancy">): string | undefined {
  const origins = tenancy.redirectUris
    .filter(isRedirectUri)
    .map((uri) => new URL(uri).origin)
    // The origin of an app's scheme.
    .filter((origin) => origin !== "null");
  return new Set(origins).size === 1 ? origins[0] : undefined;
}

const Ticket = HostedRequest.extend({ tenancyId: z.string(), expiresAt: z.int() });

/**
 * Seals the request for the page, which sends it with each of its calls. Valid for this tenancy and
 * for one hour.
 */
export function sealRequest(ctx: TenancyContext, request: HostedRequest): Promise<string> {
  const ticket: z.infer<typeof Ticket> = {
    ...request,
    tenancyId: ctx.tenancy.id,
    expiresAt: ctx.clock.now() + lifetimes.hostedRequestMs,
  };
  return ctx.secrets.seal("hosted-request", JSON.stringify(ticket));
}

/**
 * Opens a sealed request.
 * @throws InvalidToken when it is another tenancy's or expired, or its redirect URI was removed
 */
export async function openRequest(ctx: TenancyContext, ticket: string): Promise<HostedRequest> {
  const opened = await ctx.secrets.open("hosted-request", ticket).catch(() => null);
  const read = opened === null ? null : Ticket.parse(JSON.parse(opened));
  if (
    read === null ||
    read.tenancyId !== ctx.tenancy.id ||
    read.expiresAt <= ctx.clock.now() ||
    !mayReturnTo(ctx, read.redirectUri)
  )
    throw new ServiceError("@error/InvalidToken");
  return HostedRequest.parse(read);
}

/** The OAuth error codes that an application may get (RFC 6749 §4.1.2.1). */
type HostedError = "access_denied" | "invalid_request" | "temporarily_unavailable";

type Outcome = { code: string } | { error: HostedError; error_description: string };

/** Adds the outcome and the application's state to the redirect URI's query. */
export function returnAddress(
  redirectUri: string,
  outcome: Outcome,
  state: string | undefined,
): string {
  const url = new URL(redirectUri);
  const result =
    "code" in outcome
      ? { code: outcome.code }
      : { error: outcome.error, error_description: outcome.error_description };
  const added = { ...result, ...(state === undefined ? {} : { state }) };
  for (const [name, value] of Object.entries(added)) url.searchParams.append(name, value);
  return url.href;
}

/**
 * The first step that an application prefers, similar to OpenID Connect's `prompt`:
 * - `passkey`: prompt for a passkey immediately, without a click
 * - `code`: start with an emailed code
 * - `create`: start with a new account
 *
 * The visitor may choose another way; the principal states which one they used. The first known
 * value counts, others are ignored.
 */
const prompts = ["passkey", "code", "create"] as const;
type Prompt = (typeof prompts)[number];

export interface Preferences {
  /** An email that the page only fills in. */
  loginHint: string | undefined;
  prompt: Prompt | undefined;
}

export type ReadRequest =
  | { kind: "trusted"; request: Omit<HostedRequest, "locale">; preferences: Preferences }
  /** There is no redirect URI. */
  | { kind: "incomplete"; missing: string[] }
  /** The redirect URI is not the tenancy's: never redirect to it. */
  | { kind: "untrusted" }
  | { kind: "refused"; returnTo: string };

const names = [
  "redirect_uri",
  "state",
  "code_challenge",
  "code_challenge_method",
  "login_hint",
  "locale",
  "prompt",
];
const required = ["redirect_uri", "state", "code_challenge"];
const challengePattern = /^[A-Za-z0-9_-]{43}$/;
const statePattern = new RegExp(`^[\\x20-\\x7e]{1,${limits.hostedStateCharacters}}$`);

/** Describes what is wrong with the request; undefined if it is valid. */
function findError(query: URLSearchParams): string | undefined {
  const repeated = names.find((name) => query.getAll(name).length > 1);
  if (repeated !== undefined) return `${repeated} must be given once`;
  if (!statePattern.test(query.get("state") ?? ""))
    return `state must be 1 to ${limits.hostedStateCharacters} printable ASCII characters`;
  if (!challengePattern.test(query.get("code_challenge") ?? ""))
    return "code_challenge must be 43 base64url characters (RFC 7636, S256)";
  if ((query.get("code_challenge_method") ?? "S256") !== "S256")
    return "code_challenge_method must be S256";
  return undefined;
}

/**
 * Reads and validates the query of a hosted page. Without `redirect_uri`, the result is `incomplete`.
 * If it is repeated or not exactly one of the tenancy's, the result is `untrusted` and errors never go
 * to it. Any other error is `refused` and returns to it (RFC 6749 §4.1.2.1).
 */
export function readHostedRequest(
  ctx: Pick<TenancyContext, "tenancy">,
  query: URLSearchParams,
): ReadRequest {
  const [redirectUri = "", ...others] = query.getAll("redirect_uri");
  if (redirectUri === "")
    return { kind: "incomplete", missing: required.filter((name) => !query.get(name)) };
  if (others.length > 0 || !mayReturnTo(ctx, redirectUri)) return { kind: "untrusted" };
  const error = findError(query);
  const state =
    query.getAll("state").length === 1 && statePattern.test(query.get("state") ?? "")
      ? (query.get("state") ?? undefined)
      : undefined;
  if (error !== undefined)
    return {
      kind: "refused",
      returnTo: returnAddress(
        redirectUri,
        { error: "invalid_request", error_description: error },
        state,
      ),
    };
  const requestedPrompts = (query.get("prompt") ?? "").split(" ");
  return {
    kind: "trusted",
    request: { redirectUri, state: state ?? "", codeChallenge: query.get("code_challenge") ?? "" },
    preferences: {
      loginHint: parseEmail(query.get("login_hint") ?? "")?.shown,
      prompt: requestedPrompts
        .map((each) => prompts.find((known) => known === each))
        .find((each) => each !== undefined),
    },
  };
}
