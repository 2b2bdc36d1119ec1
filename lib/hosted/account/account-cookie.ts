import { parse, serialize } from "hono/utils/cookie";
import type { TenancyContext } from "@/lib/domain/base/context";
import { accountLifetimes } from "@/lib/domain/page/account/decide-account-access";

const name = "keystead-account";

/** The address of a tenancy's account page. Its cookie goes to this path and below only. */
export const accountPath = (tenancyId: string): string => `/auth/${tenancyId}/account`;

export const readAccountCookie = ({ headers }: Request): string | undefined =>
  parse(headers.get("cookie") ?? "", name)[name];

/** Returns the Set-Cookie of a session. An empty value drops it. */
export const accountCookie = ({ baseUrl, tenancy }: TenancyContext, value: string): string =>
  serialize(name, value, {
    path: accountPath(tenancy.id),
    maxAge: value === "" ? 0 : accountLifetimes.sessionMs / 1_000,
    httpOnly: true,
    sameSite: "lax",
    secure: baseUrl.startsWith("https:"),
  });
