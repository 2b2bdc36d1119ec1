// The session of a user on their account page. It is live until
// - 15 minutes after its last use, or 12 hours after the sign-in
// - its user is disabled or deleted
// - the passkey that began it is disabled, deleted, moved to another user or put into quarantine
// - the user no longer owns their email, if an emailed code began it
//
// A page reads it by its cookie, and asks what it may do. A change reads it again in its transaction.

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
  /** When the user got the passkey, by registration or from another user. */
  passkeyAddedAt: z.date().nullable(),
  /** May be past. */
  quarantinedUntil: z.date().nullable(),
  enabledPasskeys: z.int(),
  /** The user's passkeys that keep an emailed code from changing the account. */
  guardingPasskeys: z.int(),
  /** Whether the user has no enabled passkey that is older than the session's. */
  isOldestPasskey: z.boolean(),
  /** Whether a code of the last minutes proved the user's current email. */
  isMailboxProved: z.boolean(),
});

/** The session of a user on their account page. */
export interface AccountSession extends Omit<z.infer<typeof Row>, "hash"> {
  hash: Buffer<ArrayBuffer>;
}

/**
 * Reads a live session; null if there is none. Raw, because one statement must decide whether it is
 * live and what it may do. It reads session `s`, its user `u` and the passkey `p` that began it.
 */
async function readSession(
  { tenancy, clock }: TenancyContext,
  db: Queryable,
  hash: Buffer<ArrayBuffer>,
): Promise<AccountSession | null> {
  const now = clock.now();
  const before = (ms: number) => new Date(now - ms);
  const { idleMs, sessionMs, mailboxProofMs } = accountLifetimes;
  const [row] = await db.query(Row)`
    SELECT s."hash", s."sub", s."passkeyId", s."isThisDevice", s."challengeId", s."lastSeenAt",
      s."steppedUpAt",
      u."email", u."emailNormalized", u."emailVerified", u."emailVouched" AS "emailOwned",
      u."givenName", u."familyName", u."locale", u."userId",
      COALESCE(p."movedAt", p."createdAt") AS "passkeyAddedAt", p."quarantinedUntil",
      (SELECT count(*)::int FROM "Passkey" enabled
        WHERE enabled."tenancyId" = s."tenancyId" AND enabled."sub" = s."sub"
          AND enabled."disabledAt" IS NULL) AS "enabledPasskeys",
      (SELECT count(*)::int FROM "Passkey" guarding
        WHERE guarding."tenancyId" = s."tenancyId" AND guarding."sub" = s."sub"
          AND ${guardsAccount(Prisma.raw("guarding"), now)}) AS "guardingPasskeys",
      NOT EXISTS (SELECT 1 FROM "Passkey" older
        WHERE older."tenancyId" = s."tenancyId" AND older."sub" = s."sub"
          AND older."disabledAt" IS NULL
          AND COALESCE(older."movedAt", older."createdAt") < COALESCE(p."movedAt", p."createdAt"))
        AS "isOldestPasskey",
      EXISTS (SELECT 1 FROM "Challenge" c
        WHERE c."tenancyId" = s."tenancyId" AND c."id" = s."challengeId"
          AND c."verifiedAt" > ${before(mailboxProofMs)}
          AND c."emailNormalized" = u."emailNormalized") AS "isMailboxProved"
    FROM "AccountSession" s
    JOIN "User" u ON u."tenancyId" = s."tenancyId" AND u."sub" = s."sub"
    LEFT JOIN "Passkey" p ON p."tenancyId" = s."tenancyId" AND p."id" = s."passkeyId"
      AND p."sub" = s."sub"
    WHERE s."tenancyId" = ${tenancy.id} AND s."hash" = ${hash}
      AND s."lastSeenAt" > ${before(idleMs)} AND s."createdAt" > ${before(sessionMs)}
      AND u."disabledAt" IS NULL
      AND CASE WHEN s."passkeyId" IS NULL THEN u."emailVerified" OR u."emailVouched"
        ELSE p."id" IS NOT NULL AND p."disabledAt" IS NULL
          AND (p."quarantinedUntil" IS NULL OR p."quarantinedUntil" <= ${before(0)}) END`;
  return row === undefined ? null : { ...row, hash };
}

/** Finds the live session of a cookie. At most once a minute another statement writes its last use. */
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

/** Decides what the page may offer. Before a change, call `requireAccountAccess`. */
export const accessOf = (
  ctx: TenancyContext,
  session: AccountSession,
  act: AccountAct,
): AccountVerdict => decideAccountAccess(standingOf(session), act, ctx.clock.now());

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
