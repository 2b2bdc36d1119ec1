import { lifetimes } from "@/lib/limits";
import type { TenancyContext } from "@/lib/domain/context";
import { rememberBrowser } from "@/lib/domain/known-browser/known-browser";

const name = "keystead-browser";

/** Returns the sealed known-browser cookie of the request. */
export function readBrowserCookie({ headers }: Request): string | undefined {
  const pair = (headers.get("cookie") ?? "")
    .split(";")
    .find((each) => each.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1);
}

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
  if (value === null) return [];
  const secure = ctx.baseUrl.startsWith("https:") ? "; Secure" : "";
  const maxAgeSeconds = lifetimes.knownBrowserMs / 1_000;
  return [
    `${name}=${value}; Path=/auth/${ctx.tenancy.id}; Max-Age=${maxAgeSeconds}` +
      `; HttpOnly; SameSite=Lax${secure}`,
  ];
}
