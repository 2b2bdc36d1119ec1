import { parse } from "hono/utils/cookie";
import type { HostedContext } from "@/lib/domain/page/hosted/hosted-request";
import { lifetimes } from "@/lib/limits";
import { hostedCookie } from "./hosted-cookie";

/** Name of the cookie of one tenancy and user. It reveals neither. */
const nameOf = (mac: Buffer) => `keystead-later-${mac.subarray(0, 16).toString("base64url")}`;
const subject = ({ tenancy }: HostedContext, sub: string) => `${tenancy.id} ${sub}`;

/** Whether the user chose "not now" for a passkey in this browser within 30 days. */
export function hasSaidLater(ctx: HostedContext, { headers }: Request, sub: string): boolean {
  const cookies = parse(headers.get("cookie") ?? "");
  return ctx.secrets.macs("hosted-later", subject(ctx, sub)).some((mac) => nameOf(mac) in cookies);
}

/** Returns the Set-Cookie that stores "not now" for 30 days, limited to the hosted pages. */
export const laterCookie = (ctx: HostedContext, sub: string): string =>
  hostedCookie(
    ctx,
    nameOf(ctx.secrets.mac("hosted-later", subject(ctx, sub))),
    "1",
    lifetimes.hostedLaterMs,
  );
