import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/base/context";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { type EmailAlarm, isEmailAlarm } from "@/lib/domain/history/alarm/alarm";
import { newestEmails } from "@/lib/domain/history/alarm/read-alarm-figures";
import { findAlarms } from "@/lib/domain/history/alarm/read-alarms";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { Prisma } from "@/prisma/generated/client";

/** An email with a code that failed at least once and is tried again. Times in ms. */
export interface RetriedEmail {
  challengeId: string;
  attempts: number;
  /** The provider's answer to the last attempt, without the email's content. */
  answer: string | null;
  /** Which provider gave it: `resend`, `smtp` or `smtp2`. */
  provider: string | null;
  requestedAt: number;
  nextAttemptAt: number;
}

/** Why an email may not arrive now. At least one of the first two is set. */
export interface EmailProblem {
  /** The last email to the mailbox. */
  retried: RetriedEmail | null;
  /** Of the tenancy. */
  alarm: EmailAlarm | null;
  /** Other mailboxes whose emails failed in the last hour, since the alarm began. */
  othersAffected: number;
}

async function findRetried(
  ctx: TenancyContext,
  lastEmail: TimelineEntry | null,
): Promise<RetriedEmail | null> {
  if (lastEmail?.kind !== "code.requested" || lastEmail.challenge === null) return null;
  const challengeId = lastEmail.challenge.id;
  const email = await ctx.db.outboxEmail.findFirst({
    where: {
      tenancyId: ctx.tenancy.id,
      challengeId,
      state: "queued",
      lastError: { not: null },
    },
    select: { attempts: true, lastError: true, provider: true, createdAt: true, dueAt: true },
  });
  return (
    email && {
      challengeId,
      attempts: email.attempts,
      answer: email.lastError,
      provider: email.provider,
      requestedAt: email.createdAt.getTime(),
      nextAttemptAt: email.dueAt.getTime(),
    }
  );
}

const Count = z.object({ others: z.int() });

/** Counts the other mailboxes of failed emails among the newest that the alarms judge. */
async function countOthersAffected(
  { db, clock, tenancy }: TenancyContext,
  mailbox: string | null,
  sinceMs: number,
): Promise<number> {
  const newest = newestEmails(Prisma.sql`${tenancy.id}`, new Date(clock.now()));
  // Raw, because Prisma can't join a bounded list.
  const [row] = await db.query(Count)`
    SELECT count(DISTINCT c."emailNormalized")::int AS "others" FROM (${newest}) o
    JOIN "Challenge" c ON c."tenancyId" = ${tenancy.id} AND c."id" = o."challengeId"
    WHERE o."outcome" <> 'accepted' AND o."id" >= ${smallestIdAt(sinceMs)}
      AND c."emailNormalized" IS DISTINCT FROM ${mailbox}`;
  return row?.others ?? 0;
}

/**
 * Finds out whether the last email to a mailbox is retried, and whether the tenancy's email delivery has
 * an alarm.
 * @returns null if neither is the case
 */
export async function findEmailProblem(
  ctx: TenancyContext,
  { mailbox, lastEmail }: { mailbox: string | null; lastEmail: TimelineEntry | null },
): Promise<EmailProblem | null> {
  const [{ alarms }, retried] = await Promise.all([findAlarms(ctx), findRetried(ctx, lastEmail)]);
  const alarm = alarms.find(isEmailAlarm) ?? null;
  const sinceMs = alarm?.sinceMs ?? retried?.requestedAt;
  if (sinceMs === undefined) return null;
  return { retried, alarm, othersAffected: await countOthersAffected(ctx, mailbox, sinceMs) };
}
