import { z } from "zod";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";

export const UserRow = z.object({
  sub: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  emailOwned: z.boolean(),
  givenName: z.string(),
  familyName: z.string(),
  disabledAt: z.date().nullable(),
  createdAt: z.date(),
  /** At most the tenancy's passkey cap. */
  passkeys: z.coerce.number(),
  disabledPasskeys: z.coerce.number(),
  lastSignInAt: z.date().nullable(),
  username: z.string().nullable(),
});

/** A user in the console's list. Times in ms. */
export interface FoundUser {
  sub: string;
  userId: string | null;
  email: string;
  emailVerified: boolean;
  /** An API key or an operator set the email. */
  emailOwned: boolean;
  name: string;
  /** Of the newest passkey, for a user without an email. */
  username: string | null;
  isDisabled: boolean;
  createdAt: number;
  passkeys: number;
  disabledPasskeys: number;
  /**
   * The last use of a passkey that the user still has, or a later sign-in among the user's newest
   * timeline events; null if neither is known.
   */
  lastSignInAt: number | null;
}

export const toFoundUser = (row: z.infer<typeof UserRow>): FoundUser => ({
  sub: row.sub,
  userId: row.userId,
  email: row.email,
  emailVerified: row.emailVerified,
  emailOwned: row.emailOwned,
  name: `${row.givenName} ${row.familyName}`.trim(),
  username: row.username,
  isDisabled: row.disabledAt !== null,
  createdAt: row.createdAt.getTime(),
  passkeys: row.passkeys,
  disabledPasskeys: row.disabledPasskeys,
  lastSignInAt: row.lastSignInAt?.getTime() ?? null,
});

/** The columns of `UserRow` for a few rows of "User" `u`. Reads a bounded number of rows for each. */
export const foundUserColumns = Prisma.sql`
  u."sub", u."userId", u."email", u."emailVerified", u."emailVouched" AS "emailOwned", u."givenName",
  u."familyName", u."disabledAt", u."createdAt",
  CASE WHEN u."email" = '' THEN (
    SELECT p."username" FROM "Passkey" p
    WHERE p."tenancyId" = u."tenancyId" AND p."sub" = u."sub" ORDER BY p."id" DESC LIMIT 1
  ) END AS "username",
  (SELECT count(*) FROM "Passkey" p
    WHERE p."tenancyId" = u."tenancyId" AND p."sub" = u."sub") AS "passkeys",
  (SELECT count(*) FROM "Passkey" p
    WHERE p."tenancyId" = u."tenancyId" AND p."sub" = u."sub" AND p."disabledAt" IS NOT NULL
  ) AS "disabledPasskeys",
  GREATEST(
    (SELECT max(p."lastUsedAt") FROM "Passkey" p
      WHERE p."tenancyId" = u."tenancyId" AND p."sub" = u."sub"),
    (SELECT max(e."createdAt") FROM (
      SELECT e."kind", e."createdAt" FROM "TimelineEvent" e
      WHERE e."tenancyId" = u."tenancyId" AND e."sub" = u."sub"
        AND e."kind" NOT IN ('sign-in.reported', 'registration.reported')
      ORDER BY e."id" DESC LIMIT ${limits.lastSignInEvents}
    ) e WHERE e."kind" IN ('sign-in.succeeded', 'sign-in.by-code'))
  ) AS "lastSignInAt"`;
