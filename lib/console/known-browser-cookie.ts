import { findSession } from "@/lib/domain/admin/operator/session/find-session";
import type { TenancyContext } from "@/lib/domain/base/context";
import { rememberBrowser } from "@/lib/domain/sign-in/known-browser";
import { lifetimes } from "@/lib/limits";
import type { RequestFacts } from "./request-facts";
import { setSessionCookie } from "./session-cookie";

const name = "keystead-browser";

/** Returns the sealed known-browser cookie of the request. */
export const readBrowserCookie = ({ cookie }: RequestFacts): string | undefined => cookie(name);

/**
 * Sets the session cookie and marks this browser as known to the operator. A known browser has its
 * own code limits, so strangers cannot exhaust them.
 */
export async function openOnBrowser(
  ctx: TenancyContext,
  facts: RequestFacts,
  session: string,
): Promise<void> {
  setSessionCookie(facts, session);
  const operator = await findSession(ctx, session);
  const value =
    operator === null ? null : await rememberBrowser(ctx, operator.sub, readBrowserCookie(facts));
  if (value !== null)
    facts.setCookie(name, value, {
      maxAgeSeconds: lifetimes.knownBrowserMs / 1_000,
      path: "/console",
    });
}
