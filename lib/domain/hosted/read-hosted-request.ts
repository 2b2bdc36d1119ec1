import { limits } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { parseEmail } from "@/lib/domain/user/email";
import { mayReturnTo, type HostedRequest } from "./hosted-request";
import { returnAddress } from "./return-address";

/**
 * How an application wishes the pages to begin, in the spirit of OpenID Connect's `prompt`:
 * `passkey` asks the browser for a passkey at once, without a click; `code` begins with a mailed
 * code; `create` begins with a new account. Only a wish: the person may go on another way, and the
 * principal says which one it was. Unknown values are ignored, and of several the first known one
 * counts.
 */
const prompts = ["passkey", "code", "create"] as const;
type Prompt = (typeof prompts)[number];

export interface Wishes {
  /** An address to fill in; nothing else is done with it. */
  loginHint: string | undefined;
  prompt: Prompt | undefined;
}

export type ReadRequest =
  | { kind: "trusted"; request: Omit<HostedRequest, "locale">; wishes: Wishes }
  /** The address cannot be trusted: never send anybody there. */
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
const challengePattern = /^[A-Za-z0-9_-]{43}$/;
const statePattern = new RegExp(`^[\\x20-\\x7e]{1,${limits.hostedStateCharacters}}$`);

function faultOf(query: URLSearchParams): string | undefined {
  const twice = names.find((name) => query.getAll(name).length > 1);
  if (twice !== undefined) return `${twice} is given twice`;
  if (!statePattern.test(query.get("state") ?? ""))
    return `state must be 1 to ${limits.hostedStateCharacters} printable ASCII characters`;
  if (!challengePattern.test(query.get("code_challenge") ?? ""))
    return "code_challenge must be 43 base64url characters (RFC 7636, S256)";
  if ((query.get("code_challenge_method") ?? "S256") !== "S256")
    return "code_challenge_method must be S256";
  return undefined;
}

/**
 * Reads what an application sent its user with. The address to return to comes first: one that is
 * missing, doubled or not exactly one of the tenancy's makes everything else worthless.
 */
export function readHostedRequest(
  ctx: Pick<TenancyContext, "tenancy">,
  query: URLSearchParams,
): ReadRequest {
  const [redirectUri, ...others] = query.getAll("redirect_uri");
  if (redirectUri === undefined || others.length > 0 || !mayReturnTo(ctx, redirectUri))
    return { kind: "untrusted" };
  const fault = faultOf(query);
  const state =
    query.getAll("state").length === 1 && statePattern.test(query.get("state") ?? "")
      ? (query.get("state") ?? undefined)
      : undefined;
  if (fault !== undefined)
    return {
      kind: "refused",
      returnTo: returnAddress(
        redirectUri,
        { error: "invalid_request", error_description: fault },
        state,
      ),
    };
  const asked = (query.get("prompt") ?? "").split(" ");
  return {
    kind: "trusted",
    request: { redirectUri, state: state ?? "", codeChallenge: query.get("code_challenge") ?? "" },
    wishes: {
      loginHint: parseEmail(query.get("login_hint") ?? "")?.shown,
      prompt: asked
        .map((each) => prompts.find((known) => known === each))
        .find((each) => each !== undefined),
    },
  };
}
