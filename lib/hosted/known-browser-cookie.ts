import { lifetimes } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { rememberBrowser } from "@/lib/domain/known-browser/known-browser";

const name = "keystead-browser";

/** The sealed cookie of this browser, as it sent it. */
export function readBrowserCookie({ headers }: Request): string | undefined {
  const pair = (headers.get("cookie") ?? "")
    .split(";")
    .find((each) => each.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

/**
 * Set-Cookie that makes the browser known to the user who has signed in on it, for these pages
 * alone; none for a user who owns no email. None either when the look-up fails: the sign-in has
 * succeeded, and its tokens are used.
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
  const secure = ctx.baseUrl.startsWith("https:") ? "; Secure" : "";
  return value === null
    ? []
    : [
        `${name}=${value}; Path=/auth/${ctx.tenancy.id}; Max-Age=${lifetimes.knownBrowserMs / 1_000}; HttpOnly; SameSite=Lax${secure}`,
      ];
}
