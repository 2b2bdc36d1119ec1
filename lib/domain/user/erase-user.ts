import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";
import { lockIdentities } from "./lock-identities";

/** Counts of what went. */
export interface Erased {
  passkeys: number;
  challenges: number;
  mails: number;
}

/** Challenges to the user's mailbox or for the user, with the mails and the mailbox's counts. */
async function eraseMail(
  ctx: TenancyContext,
  tx: Queryable,
  user: User,
): Promise<Pick<Erased, "challenges" | "mails">> {
  const tenancyId = ctx.tenancy.id;
  // Budgets before challenges: the order in which creating and verifying a challenge locks them.
  if (user.emailNormalized !== null) {
    await tx.visitorBudget.deleteMany({ where: { tenancyId, email: user.emailNormalized } });
    await tx.mailbox.deleteMany({ where: { tenancyId, email: user.emailNormalized } });
  }
  const challenges = await tx.$queryRaw<{ id: string; email: string }[]>`
    DELETE FROM "Challenge" WHERE "tenancyId" = ${tenancyId} AND ("emailNormalized" = ${user.emailNormalized} OR "userId" = ${user.userId ?? user.sub})
    RETURNING "id", "email"`;
  const outbox = await tx.outboxMail.deleteMany({
    where: { tenancyId, challengeId: { in: challenges.map(({ id }) => id) } },
  });
  const own = [user.email, ...challenges.map(({ email }) => email)]
    .filter((email) => email !== "")
    .map((email) => email.toLowerCase());
  const inbox =
    await tx.$executeRaw`DELETE FROM "InboxMail" WHERE "tenancyId" = ${tenancyId} AND lower("recipient") = ANY (${[...new Set(own)]}::text[])`;
  return { challenges: challenges.length, mails: outbox.count + inbox };
}

/**
 * One-time values: codes by whose they are, ceremonies by whom they name. There are ten minutes'
 * worth of them.
 */
async function eraseTokens(
  ctx: TenancyContext,
  tx: Queryable,
  user: User,
  passkeyIds: string[],
): Promise<void> {
  const known = [user.sub, user.userId, user.email, user.emailNormalized].filter(
    (text) => text !== null && text !== "",
  );
  const emails = [user.email, user.emailNormalized ?? ""]
    .filter((text) => text !== "")
    .map((text) => text.toLowerCase());
  await tx.$executeRaw`
    DELETE FROM "OneTimeToken" WHERE "tenancyId" = ${ctx.tenancy.id} AND (
      "sub" = ${user.sub} OR "passkeyId" = ANY (${passkeyIds}::text[])
      OR "payload"->>'sub' = ${user.sub} OR "payload"->>'userId' = ANY (${known}::text[])
      OR lower("payload"->>'email') = ANY (${emails}::text[]) OR lower("payload"->>'username') = ANY (${emails}::text[]))`;
}

/**
 * Removes a user and all that is kept of the person: names, email, passkeys, user handles,
 * challenges, mails, codes. The audit log keeps ids, which tell nobody's name. A sign-in that runs
 * beside it ends before it and leaves no code, or finds no passkey.
 * @throws NotFound
 */
export async function eraseUser(ctx: TenancyContext, sub: string): Promise<Erased> {
  const where = { tenancyId_sub: { tenancyId: ctx.tenancy.id, sub } };
  return ctx.db.$transaction(async (tx) => {
    const seen = await tx.user.findUnique({ where });
    if (seen === null) throw new ServiceError("@error/NotFound");
    // Whoever registers as this user meanwhile takes turns with this, and makes a new one.
    await lockIdentities(ctx, tx, {
      userId: seen.userId ?? seen.sub,
      email: seen.emailNormalized ?? undefined,
    });
    await tx.$queryRaw`SELECT 1 FROM "User" WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${sub} FOR UPDATE`;
    // Read again: before the locks, it may have changed or gone.
    const user = await tx.user.findUnique({ where });
    if (user === null) throw new ServiceError("@error/NotFound");
    // Passkeys before codes: a sign-in that had its passkey first has written its code by then.
    const passkeys = await tx.$queryRaw<
      { id: string }[]
    >`SELECT "id" FROM "Passkey" WHERE "tenancyId" = ${ctx.tenancy.id} AND "sub" = ${sub} ORDER BY "id" FOR UPDATE`;
    const passkeyIds = passkeys.map(({ id }) => id);
    await eraseTokens(ctx, tx, user, passkeyIds);
    const mail = await eraseMail(ctx, tx, user);
    await tx.user.delete({ where });
    await recordAudit(
      ctx,
      tx,
      ...passkeyIds.map((id) => ({
        action: "passkey.deleted" as const,
        target: { kind: "passkey" as const, id },
      })),
      { action: "user.erased", target: { kind: "user", id: sub } },
    );
    return { passkeys: passkeyIds.length, ...mail };
  });
}
