import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { badRequest } from "@/lib/errors";

const most = 50;
const isLocalhost = (host: string) => host === "localhost" || host.endsWith(".localhost") || host === "127.0.0.1" || host === "[::1]";

// RFC 8252 §7.1: an app's own scheme is a domain name backwards; one without a dot could be anybody's, or run a script.
const appScheme = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

/**
 * Whether the hosted pages may send somebody there: https, http on the same machine, or an app's own scheme; absolute,
 * without a fragment (RFC 6749 §3.1.2) and without a user. Asked when it is set, and again at use.
 */
export function isRedirectUri(uri: string): boolean {
  if (uri.length > 2_000 || /[\s\p{Cc}#*\\]/u.test(uri) || !URL.canParse(uri)) return false;
  const { protocol, hostname, username, password } = new URL(uri);
  if (username !== "" || password !== "") return false;
  if (protocol === "https:") return hostname !== "";
  return protocol === "http:" ? isLocalhost(hostname) : appScheme.test(protocol);
}

/**
 * Replaces the addresses that the hosted pages may return to; they are compared as strings, exactly.
 * @throws BadRequest (redirectUris), having changed nothing
 */
export async function setRedirectUris(ctx: TenancyContext, redirectUris: string[]): Promise<void> {
  if (redirectUris.length > most) throw badRequest("redirectUris", `has room for ${most} addresses`);
  for (const uri of redirectUris) if (!isRedirectUri(uri)) throw badRequest("redirectUris", `${uri} is not an address such as https://app.example.com/signed-in, without a fragment`);
  await ctx.db.$transaction(async (tx) => {
    await tx.tenancy.update({ where: { id: ctx.tenancy.id }, data: { redirectUris: [...new Set(redirectUris)], updatedAt: new Date(ctx.clock.now()) } });
    await recordAudit(ctx, tx, { action: "tenancy.redirect-uris-changed", target: { kind: "tenancy", id: ctx.tenancy.id } });
  });
}
