import { lifetimes } from "@/lib/limits";
import type { HostedContext } from "@/lib/domain/hosted/hosted-request";

/** Name of the cookie of one tenancy and user. It reveals neither. */
const nameOf = (mac: Buffer) => `keystead-later-${mac.subarray(0, 16).toString("base64url")}`;
const subject = ({ tenancy }: HostedContext, sub: string) => `${tenancy.id} ${sub}`;

/** Whether the user chose "not now" for a passkey in this browser within 30 days. */
export function hasSaidLater(ctx: HostedContext, { headers }: Request, sub: string): boolean {
  const names = new Set(
    (headers.get("cookie") ?? "").split(";").map((pair) => pair.split("=", 1)[0]?.trim()),
  );
  return ctx.secrets.macs("hosted-later", subject(ctx, sub)).some((mac) => names.has(nameOf(mac)));
}

/** Returns the Set-Cookie that stores "not now" for 30 days, limited to the hosted pages. */
export function laterCookie(ctx: HostedContext, sub: string): string {
  const secure = ctx.baseUrl.startsWith("https:") ? "; Secure" : "";
  const name = nameOf(ctx.secrets.mac("hosted-later", subject(ctx, sub)));
  const maxAgeSeconds = lifetimes.hostedLaterMs / 1_000;
  return (
    `${name}=1; Path=/auth/${ctx.tenancy.id}; Max-Age=${maxAgeSeconds}` +
    `; HttpOnly; SameSite=Lax${secure}`
  );
}
