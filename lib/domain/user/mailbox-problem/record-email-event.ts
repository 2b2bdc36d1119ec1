// Records what a provider reports about an email that it accepted. An event counts once, and only for
// an email of this installation: the provider's account may send other emails, too.

import { z } from "zod";
import type { Service } from "@/lib/domain/base/context";
import { parseEmail } from "@/lib/domain/base/email-address";
import { withoutContent } from "@/lib/domain/base/without-content";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { ServiceError } from "@/lib/errors";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import type { EmailEvent } from "./resend-event";

/** An email this young may have been accepted, without its row saying so yet. */
const acceptanceMs = 60_000;

const Row = z.object({
  isKnown: z.boolean(),
  id: z.string().nullable(),
  tenancyId: z.string().nullable(),
  challengeId: z.string().nullable(),
});

/**
 * One statement, because the event must count once. The tenancy is that of the email. CTEs:
 * - `reported`: the email, unless an event has been recorded for it
 * - `mailbox`: whom it was sent to. The row of a code's email names its challenge; for other emails,
 *   the row doesn't keep the recipient, so it is the event's
 * - `problem`: the mailbox's row
 */
const recordEvent = (
  { db, clock }: Service,
  { kind, isPermanent, messageId, to, reason }: EmailEvent,
) => {
  const now = new Date(clock.now());
  const isBounce = kind === "bounced";
  const blockedUntil = isPermanent ? new Date(now.getTime() + lifetimes.dayMs) : null;
  const words = withoutContent(reason);
  const ofEmail = Prisma.sql`m."provider" = 'resend' AND m."answer" = ${messageId}`;
  return db.query(Row)`
    WITH reported AS (
      UPDATE "OutboxMail" m SET "feedback" = ${kind},
        "lastError" = CASE WHEN ${isBounce} THEN ${words} ELSE m."lastError" END
      WHERE ${ofEmail} AND m."state" = 'sent' AND m."feedback" IS NULL
      RETURNING m."tenancyId", m."id", m."challengeId"
    ), mailbox AS (
      SELECT r."tenancyId",
        CASE WHEN r."challengeId" IS NULL THEN ${parseEmail(to ?? "")?.normalized ?? null}
          ELSE c."emailNormalized" END AS "email"
      FROM reported r
      LEFT JOIN "Challenge" c ON c."tenancyId" = r."tenancyId" AND c."id" = r."challengeId"
    ), problem AS (
      INSERT INTO "MailboxProblem" AS p (
        "tenancyId", "email", "bouncedAt", "bounceReason", "blockedUntil", "complainedAt", "updatedAt")
      SELECT "tenancyId", "email",
        ${isBounce ? now : null}::timestamptz, ${isBounce ? words : null}::text,
        ${blockedUntil}::timestamptz, ${isBounce ? null : now}::timestamptz, ${now}
      FROM mailbox WHERE "email" IS NOT NULL
      ON CONFLICT ("tenancyId", "email") DO UPDATE SET
        "bouncedAt" = COALESCE(EXCLUDED."bouncedAt", p."bouncedAt"),
        "bounceReason" = COALESCE(EXCLUDED."bounceReason", p."bounceReason"),
        "blockedUntil" = COALESCE(EXCLUDED."blockedUntil", p."blockedUntil"),
        "complainedAt" = COALESCE(EXCLUDED."complainedAt", p."complainedAt"),
        "updatedAt" = EXCLUDED."updatedAt"
    )
    SELECT EXISTS (SELECT FROM "OutboxMail" m WHERE ${ofEmail}) AS "isKnown",
      r."id", r."tenancyId", r."challengeId"
    FROM (SELECT) always LEFT JOIN reported r ON TRUE`;
};

/**
 * Records an event of Resend. A permanent bounce blocks the mailbox for a day: further emails to it
 * aren't sent. Does nothing for an email of another sender, or if an event was recorded before.
 * @throws Unavailable if the email is so young that its acceptance may not be stored yet
 */
export async function recordEmailEvent(service: Service, event: EmailEvent): Promise<void> {
  const [row] = await recordEvent(service, event);
  if (row === undefined) return;
  const { isKnown, id, tenancyId, challengeId } = row;
  const { clock, createId, timeline, log } = service;
  if (!isKnown && clock.now() - event.emailCreatedAt < acceptanceMs)
    throw new ServiceError("@error/Unavailable", undefined, "This email isn’t known yet.");
  if (id === null || tenancyId === null) return;
  log.info({ event: `email.${event.kind}`, tenancyId, mailId: id }, "email provider reported");
  if (event.kind === "bounced" && challengeId !== null)
    noteEvent({ clock, createId, timeline, tenancy: { id: tenancyId } }, "code.failed", {
      challengeId,
      reason: "Delivery.bounced",
    });
}
