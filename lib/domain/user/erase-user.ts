import { z } from "zod";
import { removeReplies } from "@/lib/domain/access/idempotency/reservation";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { deletionsOf, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { Prisma, type User } from "@/prisma/generated/client";
import { countedMailbox, taggedPattern } from "./counted-mailbox";
import { lockIdentities, lockUser } from "./lock-user";
import { ownedEmailOf } from "./owned-email";
import { toIdentifier } from "./user-identifiers";

/** Counts of the deleted rows. */
export interface Erased {
  passkeys: number;
  challenges: number;
  mails: number;
}

/** Whether another address of the tenancy counts as the same mailbox: a user's or a challenge's. */
async function isShared(
  { tenancy }: TenancyContext,
  tx: Queryable,
  email: string,
): Promise<boolean> {
  const mailbox = countedMailbox(email);
  const isOther = (column: Prisma.Sql) => Prisma.sql`
    ("emailNormalized" = ${mailbox} OR ${column} LIKE ${taggedPattern(mailbox)})
    AND "emailNormalized" <> ${email}`;
  // Raw, because Prisma doesn't escape patterns. The search index of users is over lower().
  const [row] = await tx.query(z.object({ isShared: z.boolean() }))`
    SELECT EXISTS (
      SELECT FROM "User"
      WHERE "tenancyId" = ${tenancy.id} AND ${isOther(Prisma.sql`lower("emailNormalized")`)}
    ) OR EXISTS (
      SELECT FROM "Challenge"
      WHERE "tenancyId" = ${tenancy.id} AND ${isOther(Prisma.sql`"emailNormalized"`)}
    ) AS "isShared"`;
  return row?.isShared === true;
}

/**
 * Deletes what the limits count for an address. Keeps the counters of its mailbox while another
 * address shares them: erasing one user must not give a guesser new attempts at another.
 */
async function eraseMailboxLimits(
  ctx: TenancyContext,
  tx: Queryable,
  email: string,
): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const mailbox = countedMailbox(email);
  // Same lock order as `admitVisitor` and `admitMailboxes`.
  if (!(await isShared(ctx, tx, email))) {
    await tx.visitorBudget.deleteMany({ where: { tenancyId, email: mailbox } });
    await tx.mailbox.deleteMany({ where: { tenancyId, email: mailbox } });
  }
  if (email !== mailbox) await tx.mailbox.deleteMany({ where: { tenancyId, email } });
}

/**
 * Deletes challenges to the user's mailbox or id, their emails, and the mailbox's limits and events.
 * Leaves a mailbox alone that the user only claims.
 */
async function eraseMail(
  ctx: TenancyContext,
  tx: Queryable,
  user: User,
): Promise<Pick<Erased, "challenges" | "mails">> {
  const tenancyId = ctx.tenancy.id;
  const owned = ownedEmailOf(user);
  // Same lock order as creating and verifying a challenge: budgets first, then challenges.
  if (owned !== null) {
    await eraseMailboxLimits(ctx, tx, owned.normalized);
    await tx.mailboxProblem.deleteMany({ where: { tenancyId, email: owned.normalized } });
    // The user's own events are deleted with the user.
    await tx.timelineEvent.deleteMany({ where: { tenancyId, email: owned.normalized } });
  }
  // Raw: one statement, so that it returns exactly what it deletes.
  const challenges = await tx.query(z.object({ id: z.string() }))`
    DELETE FROM "Challenge"
    WHERE "tenancyId" = ${tenancyId}
      AND ("emailNormalized" = ${owned?.normalized ?? null}
        OR "userId" = ${user.userId ?? user.sub})
    RETURNING "id"`;
  const outbox = await tx.query(z.object({ id: z.string() }))`
    DELETE FROM "OutboxMail"
    WHERE "tenancyId" = ${tenancyId} AND "challengeId" = ANY (${challenges.map(({ id }) => id)}::text[])
    RETURNING "id"`;
  const replaced = await tx.previousEmail.findMany({ where: { tenancyId, sub: user.sub } });
  const recipients = [owned?.shown, user.previousEmail, ...replaced.map(({ email }) => email)]
    .filter((email) => email !== undefined && email !== null)
    .map((email) => email.toLowerCase());
  // Raw, because Prisma compares without case by ILIKE, in which _ and % match more. An email has the
  // same id in both tables.
  const inbox = await tx.$executeRaw`
    DELETE FROM "InboxMail"
    WHERE "tenancyId" = ${tenancyId}
      AND ("id" = ANY (${outbox.map(({ id }) => id)}::text[])
        OR lower("recipient") = ANY (${recipients}::text[]))`;
  return { challenges: challenges.length, mails: outbox.length + inbox };
}

/**
 * Deletes one-time values: codes that belong to the user, and ceremonies that name the user. No
 * index is needed, because they live ten minutes at most.
 */
async function eraseTokens(
  ctx: TenancyContext,
  tx: Queryable,
  user: User,
  passkeyIds: string[],
): Promise<void> {
  const owned = ownedEmailOf(user);
  const emails = owned === null ? [] : [owned.shown.toLowerCase(), owned.normalized];
  const ids = [user.sub, user.userId, owned?.shown, owned?.normalized].filter(
    (id) => id !== null && id !== undefined,
  );
  // Raw, because Prisma cannot lower the case of a text in JSON.
  await tx.$executeRaw`
    DELETE FROM "OneTimeToken" WHERE "tenancyId" = ${ctx.tenancy.id} AND (
      "sub" = ${user.sub} OR "passkeyId" = ANY (${passkeyIds}::text[])
      OR "payload"->>'sub' = ${user.sub}
      OR "payload"->>'userId' = ANY (${ids}::text[])
      OR "payload"->>'userHandle' = ANY (ARRAY(
        SELECT "userHandle" FROM "UserHandle"
        WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${user.sub}
        UNION SELECT "userHandle" FROM "FormerUserHandle"
        WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${user.sub}))
      OR lower("payload"->>'email') = ANY (${emails}::text[])
      OR lower("payload"->>'username') = ANY (${emails}::text[]))`;
}

/** What a stored reply names the user by. A claimed email may be someone else's. */
const identifiersOf = (user: User): string[] =>
  [user.sub, user.userId, ownedEmailOf(user)?.shown, user.previousEmail]
    .filter((text) => text !== null && text !== undefined)
    .map(toIdentifier);

/**
 * Erases a user and all personal data: names, email, passkeys, user handles, challenges, emails,
 * codes and timeline. The audit log keeps ids and the reasons that operators wrote. A concurrent
 * sign-in either finishes first, and its code is deleted, or finds no passkey.
 * @param reason why; the audit log keeps it
 * @param check a condition that is exact, because the user's row is locked; it throws to erase nothing
 * @throws NotFound
 */
export async function eraseUser(
  ctx: TenancyContext,
  sub: string,
  reason?: string,
  check?: (tx: Queryable, user: User) => Promise<void>,
): Promise<Erased> {
  const where = { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub } };
  return ctx.db.$transaction(async (tx) => {
    const seen = await tx.user.findUnique({ where });
    if (seen === null) throw new ServiceError("@error/NotFound");
    // A concurrent registration with this id or email retries, and then creates a new user.
    await lockIdentities(ctx, tx, {
      userId: seen.userId ?? seen.sub,
      email: seen.emailNormalized ?? undefined,
    });
    // Read again: the user may have changed or been deleted before the locks.
    const user = await lockUser(ctx, tx, sub);
    if (user === null) throw new ServiceError("@error/NotFound");
    await check?.(tx, user);
    // Lock passkeys first: a sign-in that locked its passkey earlier has written its code by now.
    const passkeys = await tx.query(z.object({ id: z.string(), formerId: z.string().nullable() }))`
      SELECT "id", "formerId" FROM "Passkey" WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${sub}
      ORDER BY "id" FOR UPDATE`;
    const passkeyIds = passkeys.map(({ id }) => id);
    await eraseTokens(ctx, tx, user, passkeyIds);
    const mail = await eraseMail(ctx, tx, user);
    await removeReplies(ctx, tx, identifiersOf(user));
    await tx.formerUserHandle.deleteMany({ where: { tenancyId: ctx.tenancy.id, sub } });
    await tx.user.delete({ where });
    await recordAudit(
      ctx,
      tx,
      ...deletionsOf(
        passkeys.map((passkey) => ({ ...passkey, sub })),
        reason,
      ),
      { action: "user.erased", target: { kind: "user", id: sub }, reason },
    );
    return { passkeys: passkeyIds.length, ...mail };
  });
}
