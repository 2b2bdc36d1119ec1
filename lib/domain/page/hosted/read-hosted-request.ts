import type { TenancyContext } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { limits } from "@/lib/limits";
import { type HostedRequest, mayReturnTo } from "./hosted-request";
import { returnAddress } from "./return-address";

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
