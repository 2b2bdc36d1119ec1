import { lifetimes } from "@/lib/limits";
import type { HostedContext } from "@/lib/domain/hosted/hosted-request";

/** One cookie per tenancy and user; its name says neither to whoever reads it. */
const nameOf = (mac: Buffer) => `keystead-later-${mac.subarray(0, 16).toString("base64url")}`;
const subject = ({ tenancy }: HostedContext, sub: string) => `${tenancy.id} ${sub}`;

/** Whether this browser's user has lately said "not now" to a passkey. */
export function hasSaidLater(ctx: HostedContext, { headers }: Request, sub: string): boolean {
  const names = new Set(
    (headers.get("cookie") ?? "").split(";").map((pair) => pair.split("=", 1)[0]?.trim()),
  );
  return ctx.secrets.macs("hosted-later", subject(ctx, sub)).some((mac) => names.has(nameOf(mac)));
}

/** Set-Cookie that remembers the "not now" for 30 days, for these pages alone. */
export function laterCookie(ctx: HostedContext, sub: string): string {
  const secure = ctx.baseUrl.startsWith("https:") ? "; Secure" : "";
  return `${nameOf(ctx.secrets.mac("hosted-later", subject(ctx, sub)))}=1; Path=/auth/${ctx.tenancy.id}; Max-Age=${lifetimes.hostedLaterMs / 1_000}; HttpOnly; SameSite=Lax${secure}`;
}
