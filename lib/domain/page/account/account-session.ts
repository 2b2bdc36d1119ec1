import { z } from "zod";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { purgeBatch } from "@/lib/domain/base/purge-batch";
import { lockPasskeys } from "@/lib/domain/passkey/lock-passkeys";
import { guardsAccount } from "@/lib/domain/passkey/report-by-mailbox";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import {
  type AccountAct,
  accountLifetimes,
  AccountRefusal,
  type AccountStanding,
  type AccountVerdict,
  decideAccountAccess,
} from "./decide-account-access";

const Row = z.object({
  hash: z.instanceof(Uint8Array),
  sub: z.string(),
  email: z.string(),
  emailNormalized: z.string().nullable(),
  emailVerified: z.boolean(),
  emailOwned: z.boolean(),
  givenName: z.string(),
  familyName: z.string(),
  locale: z.string().nullable(),
  userId: z.string().nullable(),
  passkeyId: z.string().nullable(),
  isThisDevice: z.boolean(),
  challengeId: z.string().nullable(),
  lastSeenAt: z.date(),
  steppedUpAt: z.date().nullable(),
  /** When the user got the passkey, by registration or from another user: see addedAtOf. */
  passkeyAddedAt: z.date().nullable(),
  /** May be past. */
  quarantinedUntil: z.date().nullable(),
  enabledPasskeys: z.int(),
  /** See guardsAccount. */
  guardingPasskeys: z.int(),
  /** Whether the user has no enabled passkey that is older than the session's. */
  isOldestPasskey: z.boolean(),
  isMailboxProved: z.boolean(),
});

/** The session of a user on their account page. */
export interface AccountSession extends Omit<z.infer<typeof Row>, "hash"> {
  hash: Buffer<ArrayBuffer>;
}

/**
 * The condition for session `s`, its user `u` and its passkey `p` to be live. The session ends with
 * the user and the passkey: when one is disabled or deleted, or the passkey is moved to another user
 * or put into quarantine. One that began with a code ends when the user no longer owns the email.
 */
const isLive = (tenancyId: string, hash: Buffer, now: number) => Prisma.sql`
  s."tenancyId" = ${tenancyId} AND s."hash" = ${hash}
    AND s."lastSeenAt" > ${new Date(now - accountLifetimes.idleMs)}
    AND s."createdAt" > ${new Date(now - accountLifetimes.sessionMs)}
    AND u."disabledAt" IS NULL
    AND CASE WHEN s."passkeyId" IS NULL THEN u."emailVerified" OR u."emailVouched"
      ELSE p."id" IS NOT NULL AND p."disabledAt" IS NULL
        AND (p."quarantinedUntil" IS NULL OR p."quarantinedUntil" <= ${new Date(now)}) END`;

/** As addedAtOf. */
const addedAt = (passkey: "o" | "p") =>
  Prisma.raw(`COALESCE(${passkey}."movedAt", ${passkey}."createdAt")`);

/**
 * Reads the live session of a cookie; null if there is none. Raw, because one statement must decide
 * whether it is live and what it may do.
 */
async function readSession(
  { tenancy, clock }: TenancyContext,
  db: Queryable,
  hash: Buffer<ArrayBuffer>,
): Promise<AccountSession | null> {
  const now = clock.now();
  const [row] = await db.query(Row)`
    SELECT s."hash", s."sub", s."passkeyId", s."isThisDevice", s."challengeId", s."lastSeenAt", s."steppedUpAt",
      u."email", u."emailNormalized", u."emailVerified", u."emailVouched" AS "emailOwned",
      u."givenName", u."familyName", u."locale", u."userId",
      ${addedAt("p")} AS "passkeyAddedAt", p."quarantinedUntil",
      (SELECT count(*)::int FROM "Passkey" e WHERE e."tenancyId" = s."tenancyId"
        AND e."sub" = s."sub" AND e."disabledAt" IS NULL) AS "enabledPasskeys",
      (SELECT count(*)::int FROM "Passkey" e WHERE e."tenancyId" = s."tenancyId"
        AND e."sub" = s."sub" AND ${guardsAccount(Prisma.raw("e"), now)}) AS "guardingPasskeys",
      NOT EXISTS (SELECT 1 FROM "Passkey" o WHERE o."tenancyId" = s."tenancyId"
        AND o."sub" = s."sub" AND o."disabledAt" IS NULL AND ${addedAt("o")} < ${addedAt("p")})
        AS "isOldestPasskey",
      EXISTS (${mailboxProofOf(now)}) AS "isMailboxProved"
    FROM "AccountSession" s
    JOIN "User" u ON u."tenancyId" = s."tenancyId" AND u."sub" = s."sub"
    LEFT JOIN "Passkey" p ON p."tenancyId" = s."tenancyId" AND p."id" = s."passkeyId"
      AND p."sub" = s."sub"
    WHERE ${isLive(tenancy.id, hash, now)}`;
  return row === undefined ? null : { ...row, hash };
}

/** The code that proved the mailbox of session `s`, if the email of its user `u` is still the same. */
const mailboxProofOf = (now: number) => Prisma.sql`
  SELECT 1 FROM "Challenge" c
  WHERE c."tenancyId" = s."tenancyId" AND c."id" = s."challengeId"
    AND c."verifiedAt" > ${new Date(now - accountLifetimes.mailboxProofMs)}
    AND c."emailNormalized" = u."emailNormalized"`;

/**
 * Finds the live session of a cookie. It ends 15 minutes after its last use and 12 hours after the
 * sign-in. At most once a minute another statement writes `lastSeenAt`.
 */
export async function findAccountSession(
  ctx: TenancyContext,
  cookie: string | undefined,
): Promise<AccountSession | null> {
  if (cookie === undefined || cookie === "") return null;
  const session = await readSession(ctx, ctx.db, hashSecretValue(cookie));
  const now = ctx.clock.now();
  if (session !== null && session.lastSeenAt.getTime() <= now - accountLifetimes.seenEveryMs)
    await ctx.db.accountSession.updateMany({
      where: { tenancyId: ctx.tenancy.id, hash: session.hash },
      data: { lastSeenAt: new Date(now) },
    });
  return session;
}

/** Whether an emailed code signs the user in. A claimed email doesn't count. */
export const ownsEmail = ({ emailVerified, emailOwned }: AccountSession): boolean =>
  emailVerified || emailOwned;

/** Returns how a session is signed in. */
const standingOf = (session: AccountSession): AccountStanding => ({
  passkey:
    session.passkeyId === null
      ? null
      : {
          addedAt: session.passkeyAddedAt?.getTime() ?? Infinity,
          quarantinedUntil: session.quarantinedUntil?.getTime() ?? 0,
          isOldest: session.isOldestPasskey,
        },
  guardingPasskeys: session.guardingPasskeys,
  steppedUpAt: session.steppedUpAt?.getTime() ?? 0,
});

export const accessOf = (
  ctx: TenancyContext,
  session: AccountSession,
  act: AccountAct,
): AccountVerdict => decideAccountAccess(standingOf(session), act, ctx.clock.now());

/**
 * Locks the user of a session, and decides again inside the transaction that writes: the session may
 * have ended or lost its right since the request began. Changes of one account run one after another.
 * @throws InvalidToken when the session has ended · Forbidden
 */
export async function requireAccountAccess(
  ctx: TenancyContext,
  tx: Queryable,
  { hash, sub }: Pick<AccountSession, "hash" | "sub">,
  act: AccountAct,
): Promise<AccountSession> {
  const session = await lockAccountSession(ctx, tx, { hash, sub });
  const verdict = accessOf(ctx, session, act);
  if (verdict !== "allowed") throw new AccountRefusal(verdict, sub);
  return session;
}

/**
 * Locks the user and then their passkeys, and reads the session again.
 * @throws InvalidToken when it has ended
 */
export async function lockAccountSession(
  ctx: TenancyContext,
  tx: Queryable,
  { hash, sub }: Pick<AccountSession, "hash" | "sub">,
): Promise<AccountSession> {
  // Raw, because Prisma takes no row locks.
  await tx.$executeRaw`
    SELECT 1 FROM "User" WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${sub} FOR UPDATE`;
  await lockPasskeys(ctx, tx, { sub });
  const session = await readSession(ctx, tx, hash);
  if (session?.sub !== sub) throw new ServiceError("@error/InvalidToken");
  return session;
}

/** Deletes a batch of ended sessions. */
export function purgeAccountSessions({
  db,
  clock,
}: Pick<Service, "db" | "clock">): Promise<number> {
  const now = clock.now();
  return purgeBatch(
    db,
    "AccountSession",
    Prisma.sql`"lastSeenAt" < ${new Date(now - accountLifetimes.idleMs)}
      OR "createdAt" < ${new Date(now - accountLifetimes.sessionMs)}`,
  );
}
