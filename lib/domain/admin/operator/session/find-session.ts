import { z } from "zod";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { countRequest } from "@/lib/domain/access/rate-limit/count-request";
import { countTowards } from "@/lib/domain/access/rate-limit/count-towards";
import { asOperator } from "@/lib/domain/admin/operator/system-tenancy";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import {
  type OperatorRole,
  operatorRoles,
  type SessionStrength,
} from "@/lib/domain/base/permission";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";

const Row = z.object({
  id: z.string(),
  /** The system tenancy's id. */
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
  /** When the session's passkey becomes trusted. Null without a passkey or if it already is. */
  passkeyTrustedFrom: z.date().nullable(),
  roles: z.array(z.object({ tenancyId: z.string(), role: z.enum(operatorRoles) })),
});

/** A signed-in operator's session. */
export type OperatorSession = z.infer<typeof Row>;

/**
 * Finds the live session of a cookie. A session ends 12 hours after its last use and 7 days after
 * the sign-in. It also ends when its user is disabled, its passkey is disabled or deleted, or the
 * last role is removed.
 *
 * Raw: every request to the console needs it, in one round trip. At most once a minute another one
 * writes `lastSeenAt`.
 */
export async function findSession(
  { db, clock }: Service,
  cookie: string,
): Promise<OperatorSession | null> {
  const now = clock.now();
  const [session] = await db.query(Row)`
    SELECT s."id", s."tenancyId" AS "systemId", s."sub", u."email", u."givenName", u."familyName",
      s."signIn", s."passkeyId", s."createdAt", s."lastSeenAt", s."steppedUpAt",
      CASE WHEN w."trustedFrom" > ${new Date(now)} THEN w."trustedFrom" END AS "passkeyTrustedFrom",
      (
        SELECT COALESCE(
          json_agg(json_build_object('tenancyId', o."tenancyId", 'role', o."role")), '[]'::json)
        FROM "Operator" o WHERE o."sub" = s."sub"
      ) AS "roles"
    FROM "OperatorSession" s
    JOIN "Tenancy" t ON t."id" = s."tenancyId" AND t."isSystem"
    JOIN "User" u ON u."tenancyId" = s."tenancyId" AND u."sub" = s."sub" AND u."disabledAt" IS NULL
    LEFT JOIN "Passkey" p ON p."tenancyId" = s."tenancyId" AND p."id" = s."passkeyId"
    LEFT JOIN "OperatorPasskey" w ON w."tenancyId" = s."tenancyId" AND w."passkeyId" = s."passkeyId"
    WHERE s."hash" = ${hashSecretValue(cookie)}
      AND s."lastSeenAt" > ${new Date(now - lifetimes.operatorIdleMs)}
      AND s."createdAt" > ${new Date(now - lifetimes.operatorSessionMs)}
      AND (s."passkeyId" IS NULL OR (p."id" IS NOT NULL AND p."disabledAt" IS NULL))`;
  if (session === undefined || session.roles.length === 0) return null;
  if (session.lastSeenAt.getTime() <= now - lifetimes.operatorSeenEveryMs)
    await db.operatorSession.updateMany({
      where: { tenancyId: session.systemId, id: session.id },
      data: { lastSeenAt: new Date(now) },
    });
  return session;
}

/**
 * Returns the operator's role in a tenancy, null if they have none. An owner of the system tenancy
 * is an owner in every tenancy.
 */
export function roleIn(
  { roles, systemId }: Pick<OperatorSession, "roles" | "systemId">,
  tenancyId: string,
): OperatorRole | null {
  return isSystemOwner({ roles, systemId })
    ? "owner"
    : (roles.find((one) => one.tenancyId === tenancyId)?.role ?? null);
}

export const isSystemOwner = ({
  roles,
  systemId,
}: Pick<OperatorSession, "roles" | "systemId">): boolean =>
  roles.some(({ tenancyId, role }) => tenancyId === systemId && role === "owner");

/** Returns when the session's passkey stops being fresh (ms), 0 if none was used. */
export const stepUpUntil = ({ steppedUpAt }: Pick<OperatorSession, "steppedUpAt">): number =>
  steppedUpAt === null ? 0 : steppedUpAt.getTime() + lifetimes.stepUpMs;

/**
 * Returns how strongly a session is authenticated. Signing in with a passkey that is not trusted yet
 * gives a code session. A code session never becomes a passkey session: that requires a new sign-in
 * with a new cookie.
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

/**
 * Counts a console request of a visitor who is not signed in, per address, towards the system
 * tenancy's verification limit. It slows down guessing of codes and links.
 * @throws RateLimited
 */
export const countOpenRequest = (ctx: TenancyContext): Promise<void> =>
  countRequest(ctx, { rule: "verification", address: ctx.client.address });

/**
 * Counts an action that code sessions may run a few times an hour. All sessions of the operator
 * share the limit.
 * @throws RateLimited
 */
export async function countCodeSessionAction(
  { db, clock }: Service,
  { systemId, sub }: OperatorSession,
): Promise<void> {
  const max = limits.codeSessionActionsPerHour;
  const [waitMs = 0] = await countTowards(
    db,
    [{ key: `code-session:${systemId}:${sub}`, max, windowMs: lifetimes.hourMs }],
    clock.now(),
  );
  if (waitMs > 0)
    throw new ServiceError(
      "@error/RateLimited",
      { retryAfterSeconds: Math.ceil(waitMs / 1_000) },
      `You can do this ${max} times an hour when signed in with an emailed code. ` +
        "Sign in with a passkey to continue.",
    );
}

/**
 * Ends one of the operator's own sessions: the current one (signed out) or another one (revoked).
 * @throws NotFound
 */
export async function endSession(
  ctx: TenancyContext,
  session: OperatorSession,
  id: string,
): Promise<void> {
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.operatorSession.deleteMany({
      where: { tenancyId: ctx.tenancy.id, sub: session.sub, id },
    });
    if (count === 0) throw new ServiceError("@error/NotFound");
    const action = id === session.id ? "operator.signed-out" : "operator.session-revoked";
    await recordAudit(asOperator(ctx, session.sub), tx, {
      action,
      target: { kind: "operator", id: session.sub },
    });
  });
}

/** Ends all sessions of an operator whose role changes, in the caller's transaction. */
export async function endSessionsOf(
  tx: Queryable,
  { systemId: tenancyId, sub }: Pick<OperatorSession, "systemId" | "sub">,
): Promise<void> {
  await tx.operatorSession.deleteMany({ where: { tenancyId, sub } });
}

/** Deletes expired sessions. @returns the number of deleted sessions */
export async function purgeSessions({ db, clock }: Service): Promise<number> {
  const now = clock.now();
  const expired = [
    { lastSeenAt: { lt: new Date(now - lifetimes.operatorIdleMs) } },
    { createdAt: { lt: new Date(now - lifetimes.operatorSessionMs) } },
  ];
  return (await db.operatorSession.deleteMany({ where: { OR: expired } })).count;
}
