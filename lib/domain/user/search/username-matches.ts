import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { endOf } from "./prefix-matches";

/**
 * Selects the subs of users without an email who have a passkey with a username that starts with the
 * text. Reads a fixed number of passkeys of a range of their index. A user with an email is known by
 * it: any username can be in a passkey.
 */
export const usernameMatches = (tenancyId: string, text: string, rows: number): Prisma.Sql =>
  Prisma.sql`(
    SELECT u."sub" FROM (
      SELECT p."sub" FROM "Passkey" p
      WHERE p."tenancyId" = ${tenancyId}
        AND lower(p."username") ~>=~ lower(${text}::text)
        AND lower(p."username") ~<~ lower(${endOf(text)}::text)
      ORDER BY lower(p."username") USING ~<~, p."id" LIMIT ${limits.searchMatches}
    ) p
    JOIN "User" u ON u."tenancyId" = ${tenancyId} AND u."sub" = p."sub" AND u."email" = ''
    LIMIT ${rows})`;
