import { z } from "zod";
import { chooseLocale } from "@/lib/domain/base/choose-locale";
import type { TenancyContext } from "@/lib/domain/base/context";
import { auditRows, insertAudit, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { countedMailbox } from "@/lib/domain/user/counted-mailbox";
import { isDelivering } from "@/lib/domain/user/email/delivery-state";
import { sealEmail } from "@/lib/domain/user/email/sealed-email";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { createLongCode, macOfCode } from "./challenge-draft";
import { isPending } from "./challenge-row";
import { admitMailboxes } from "./mailbox-limits";
import { type MailboxState, readMailboxState } from "./mailbox-state";
import type { ShownChallenge } from "./shown-challenge";

/** With less time left, a new code would expire before the user can enter it. */
export const minReplaceableMs = 60_000;

/** Whether the wrong codes of its mailbox end the challenge, so that no code can verify it. */
function isLockedOut(
  { fromVisitor, isRestricted, codeDigits }: ShownChallenge,
  { backend, visitors }: MailboxState,
): boolean {
  const { restriction } = fromVisitor ? visitors : backend;
  if (restriction === "one-attempt") return !isRestricted;
  return restriction === "long-code" && codeDigits < limits.longCodeDigits;
}

/** Whether a new code for the challenge would help at `now` (ms). */
export const isReplaceable = (
  challenge: ShownChallenge,
  mailbox: MailboxState,
  now: number,
): boolean =>
  challenge.state === "pending" &&
  challenge.delivery !== "none" &&
  !isDelivering(challenge.delivery) &&
  challenge.expiresAt.getTime() > now + minReplaceableMs &&
  !isLockedOut(challenge, mailbox);

const Row = z.object({ isRenewable: z.boolean(), isAdmitted: z.boolean(), isSent: z.boolean() });

/** Condition on challenge `c`: its email ended, and there is time to enter another code. */
const isRenewable = (ctx: TenancyContext, id: string, codeMac: Uint8Array, now: Date) => Prisma.sql`
  c."tenancyId" = ${ctx.tenancy.id} AND c."id" = ${id} AND c."codeMac" = ${codeMac}
  AND ${isPending(new Date(now.getTime() + minReplaceableMs))} AND c."attemptsLeft" > 0
  AND 'ended' = (
    SELECT CASE WHEN bool_or(m."state" = 'queued') THEN 'queued' WHEN count(*) > 0 THEN 'ended' END
    FROM "OutboxMail" m WHERE m."tenancyId" = c."tenancyId" AND m."challengeId" = c."id")`;

const notPending = () =>
  new ServiceError(
    "@error/NotFound",
    undefined,
    "This code can’t be replaced any more. Ask the user to request a new one.",
  );

/**
 * Emails a new code for a pending challenge. The content of the first email is deleted, so the same
 * code can't be sent again. The challenge keeps its id, secret, expiry and remaining attempts: the
 * page or backend that requested the code accepts the new one, and the earlier code stops working.
 * The email is in the tenancy's language, because the requested one was in the deleted content.
 *
 * Counts as a request of the mailbox by the tenancy. Of two calls at once one changes `codeMac`, and
 * the other finds no challenge with the code that it read. Raw, because it is one atomic statement:
 * - `renewable`: the challenge, unless it ended or its email is still queued
 * - `admitted`: counts the request on its mailbox
 * - `renewed`, `outbox`, `audit`: the new code, its email and the audit event
 * - `unblocked`: an operator tries again, even if the mailbox bounced
 * @throws NotFound when the challenge ended or is about to, or its email is still queued ·
 * ChallengeRateLimited
 */
export async function sendNewCode(ctx: TenancyContext, challengeId: string): Promise<void> {
  const tenancyId = ctx.tenancy.id;
  const challenge = await ctx.db.challenge.findUnique({
    where: { tenancyId_id: { tenancyId, id: challengeId } },
  });
  // An operator's code may be a decoy, whose email must not be sent.
  if (challenge === null || ctx.tenancy.isSystem) throw notPending();
  const { purpose, email, emailNormalized, codeDigits, codeMac, expiresAt } = challenge;
  // The previous release stored the name that a visitor typed.
  const name = challenge.fromVisitor ? null : challenge.name;
  const longCode = createLongCode();
  const now = new Date(ctx.clock.now());
  const sealed = await sealEmail(ctx, {
    kind: "challenge",
    to: email,
    purpose,
    ...(name === null ? {} : { name }),
    longCode,
    locale: chooseLocale(undefined, ctx.tenancy.locale),
    lifetimeMs: Math.max(0, expiresAt.getTime() - now.getTime()),
  });
  const mac = macOfCode(ctx, challengeId, longCode.slice(0, codeDigits));
  const renewable = isRenewable(ctx, challengeId, codeMac, now);
  const events = auditRows(ctx, [
    { action: "challenge.code-replaced", target: { kind: "challenge", id: challengeId } },
  ]);
  const [row] = await ctx.db.query(Row)`
    WITH renewable AS (
      SELECT c."emailNormalized" AS "email", ${countedMailbox(emailNormalized)} AS "mailbox"
      FROM "Challenge" c WHERE ${renewable}
    ), ${admitMailboxes(ctx, { now, skipsLimits: false, from: Prisma.sql`FROM renewable` })},
    renewed AS (
      UPDATE "Challenge" c SET "codeMac" = decode(${mac}, 'hex')
      FROM admitted WHERE ${renewable} RETURNING c."id"
    ), outbox AS (
      INSERT INTO "OutboxMail" (
        "tenancyId", "id", "challengeId", "sealed", "dueAt", "expiresAt", "createdAt")
      SELECT ${tenancyId}, ${ctx.createId()}, renewed."id", ${sealed}::text, ${now}, ${expiresAt},
        ${now}
      FROM renewed
    ), unblocked AS (
      UPDATE "MailboxProblem" p SET "blockedUntil" = NULL
      FROM renewed WHERE p."tenancyId" = ${tenancyId} AND p."email" = ${emailNormalized}
    ), audit AS (${insertAudit(events, Prisma.sql`renewed`)})
    SELECT EXISTS (SELECT FROM renewable) AS "isRenewable",
      EXISTS (SELECT FROM admitted) AS "isAdmitted", EXISTS (SELECT FROM renewed) AS "isSent"`;
  if (row?.isRenewable === true && !row.isAdmitted) {
    const { backend } = await readMailboxState(ctx, emailNormalized);
    const waitMs = (backend.rateLimitedUntil?.getTime() ?? 0) - now.getTime();
    throw new ServiceError("@error/ChallengeRateLimited", {
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)),
    });
  }
  if (row?.isSent !== true) throw notPending();
  ctx.deliveries.wake(tenancyId);
}

/**
 * Makes a challenge's queued email due now. Only an email due later than a lease lasts: an earlier
 * one may be claimed, and then two workers would send it.
 * @returns `isDueNow` false when the email was left as it is
 * @throws NotFound when no email of the challenge is queued
 */
export async function retryDelivery(
  ctx: TenancyContext,
  challengeId: string,
): Promise<{ isDueNow: boolean }> {
  const now = ctx.clock.now();
  const queued = { tenancyId: ctx.tenancy.id, challengeId, state: "queued" } as const;
  const isDueNow = await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.outboxEmail.updateMany({
      where: { ...queued, dueAt: { gt: new Date(now + lifetimes.deliveryLeaseMs) } },
      data: { dueAt: new Date(now) },
    });
    if (count > 0)
      await recordAudit(ctx, tx, {
        action: "mail.retried",
        target: { kind: "challenge", id: challengeId },
      });
    else if ((await tx.outboxEmail.count({ where: queued })) === 0)
      throw new ServiceError("@error/NotFound", undefined, "No email of this challenge is queued.");
    return count > 0;
  });
  if (isDueNow) ctx.deliveries.wake();
  return { isDueNow };
}
