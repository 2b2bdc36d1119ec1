import { z } from "zod";
import { lifetimes } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { Prisma } from "@/prisma/generated/client";
import {
  operatorRoles,
  type OperatorRole,
  type SessionStrength,
} from "@/lib/domain/operator/permission";

const Row = z.object({
  id: z.string(),
  /** Of the system tenancy. */
  systemId: z.string(),
  sub: z.string(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  signIn: z.enum(["passkey", "code"]),
  passkeyId: z.string().nullable(),
  createdAt: z.date(),
  lastSeenAt: z.date(),
  steppedUpAt: z.date().nullable(),
  /**
   * When the passkey that opened it becomes trusted; null for none and for one that is trusted
   * already.
   */
  passkeyTrustedFrom: z.date().nullable(),
  roles: z.array(z.object({ tenancyId: z.string(), role: z.enum(operatorRoles) })),
});

/** An operator who is signed in. */
export type OperatorSession = z.infer<typeof Row>;

/**
 * The session of a cookie: 12 hours since it was last seen, 7 days since the sign-in, of an enabled
 * user who has a role somewhere. One round trip, and one more a minute to keep that it was seen.
 */
export async function findSession(
  { run, clock }: Service,
  cookie: string,
): Promise<OperatorSession | null> {
  const now = clock.now();
  const [row] = await run(Prisma.sql`
    SELECT s."id", s."tenancyId" AS "systemId", s."sub", u."email", u."givenName", u."familyName", s."signIn", s."passkeyId", s."createdAt", s."lastSeenAt", s."steppedUpAt",
      CASE WHEN w."trustedFrom" > ${new Date(now)} THEN w."trustedFrom" END AS "passkeyTrustedFrom",
      (SELECT COALESCE(json_agg(json_build_object('tenancyId', o."tenancyId", 'role', o."role")), '[]'::json) FROM "Operator" o WHERE o."sub" = s."sub") AS "roles"
    FROM "OperatorSession" s
    JOIN "Tenancy" t ON t."id" = s."tenancyId" AND t."isSystem"
    JOIN "User" u ON u."tenancyId" = s."tenancyId" AND u."sub" = s."sub" AND u."disabledAt" IS NULL
    LEFT JOIN "Passkey" p ON p."tenancyId" = s."tenancyId" AND p."id" = s."passkeyId"
    LEFT JOIN "OperatorPasskey" w ON w."tenancyId" = s."tenancyId" AND w."passkeyId" = s."passkeyId"
    WHERE s."hash" = ${hashSecretValue(cookie)}
      AND s."lastSeenAt" > ${new Date(now - lifetimes.operatorIdleMs)} AND s."createdAt" > ${new Date(now - lifetimes.operatorSessionMs)}
      AND (s."passkeyId" IS NULL OR (p."id" IS NOT NULL AND p."disabledAt" IS NULL))`);
  const parsed = row === undefined ? undefined : Row.parse(row);
  if (parsed === undefined || parsed.roles.length === 0) return null;
  if (parsed.lastSeenAt.getTime() <= now - lifetimes.operatorSeenEveryMs)
    await run(
      Prisma.sql`UPDATE "OperatorSession" SET "lastSeenAt" = ${new Date(now)} WHERE "tenancyId" = ${parsed.systemId} AND "id" = ${parsed.id}`,
    );
  return parsed;
}

/**
 * Owner where it says so, and everywhere for an owner of the system tenancy; null where the
 * operator has no role.
 */
export function roleIn(
  { roles, systemId }: Pick<OperatorSession, "roles" | "systemId">,
  tenancyId: string,
): OperatorRole | null {
  const isSystemOwner = roles.some((one) => one.tenancyId === systemId && one.role === "owner");
  return isSystemOwner ? "owner" : (roles.find((one) => one.tenancyId === tenancyId)?.role ?? null);
}

export const isSystemOwner = ({
  roles,
  systemId,
}: Pick<OperatorSession, "roles" | "systemId">): boolean =>
  roles.some(({ tenancyId, role }) => tenancyId === systemId && role === "owner");

/** Until when the session's passkey counts as fresh; ms, 0 when none was used. */
export const stepUpUntil = ({ steppedUpAt }: Pick<OperatorSession, "steppedUpAt">): number =>
  steppedUpAt === null ? 0 : steppedUpAt.getTime() + lifetimes.stepUpMs;

/**
 * What the session has proved. A passkey that a code session added is worth no more than the code
 * until it is trusted, and nothing turns a code session into a passkey session: that takes a new
 * sign-in, with a new cookie.
 */
export function strengthOf(
  session: Pick<OperatorSession, "signIn" | "passkeyTrustedFrom" | "steppedUpAt">,
  now: number,
): SessionStrength {
  if (
    session.signIn === "code" ||
    (session.passkeyTrustedFrom !== null && session.passkeyTrustedFrom.getTime() > now)
  )
    return "code";
  return stepUpUntil(session) > now ? "fresh-passkey" : "passkey";
}
