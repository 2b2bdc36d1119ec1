import { parse } from "hono/utils/cookie";
import type { TenancyContext } from "@/lib/domain/base/context";
import { rememberBrowser } from "@/lib/domain/sign-in/known-browser";
import { lifetimes } from "@/lib/limits";
import { hostedCookie } from "./hosted-cookie";

const name = "keystead-browser";

/** Returns the sealed known-browser cookie of the request. */
export const readBrowserCookie = ({ headers }: Request): string | undefined =>
  parse(headers.get("cookie") ?? "", name)[name];

/**
 * Returns the Set-Cookie that marks the browser as known to the signed-in user, limited to the
 * hosted pages. Empty if the user owns no email. A failed lookup is logged and also returns none,
 * because the sign-in has already succeeded.
 */
export async function browserCookies(
  ctx: TenancyContext,
  request: Request,
  sub: string,
): Promise<string[]> {
  const value = await rememberBrowser(ctx, sub, readBrowserCookie(request)).catch(
    (error: unknown) => {
      ctx.log.warn(
        {
          event: "known_browser.failed",
          requestId: ctx.requestId,
          error: error instanceof Error ? error.name : "unknown",
        },
        "browser cookie skipped",
      );
      return null;
    },
  );
  return value === null ? [] : [hostedCookie(ctx, name, value, lifetimes.knownBrowserMs)];
}
