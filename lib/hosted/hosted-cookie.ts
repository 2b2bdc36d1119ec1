import { serialize } from "hono/utils/cookie";
import type { TenancyContext } from "@/lib/domain/base/context";

/** Returns the Set-Cookie of a cookie that only the tenancy's hosted pages receive. */
export const hostedCookie = (
  { baseUrl, tenancy }: TenancyContext,
  name: string,
  value: string,
  lifetimeMs: number,
): string =>
  serialize(name, value, {
    path: `/auth/${tenancy.id}`,
    maxAge: lifetimeMs / 1_000,
    httpOnly: true,
    sameSite: "lax",
    secure: baseUrl.startsWith("https:"),
  });
