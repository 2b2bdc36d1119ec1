import { z } from "zod";
import { lifetimes } from "@/lib/config";
import type { Service } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";

const Tenancy = z.object({
  id: z.string(),
  name: z.string(),
  brandName: z.string().nullable(),
  brandColor: z.string().nullable(),
  brandLogoHash: z.string().nullable(),
  mailSender: z.string().nullable(),
  mailReplyTo: z.string().nullable(),
});
const tenancyColumns = Prisma.raw(Object.keys(Tenancy.shape).map((column) => `'${column}', t."${column}"`).join(", "));

const ClaimedMail = z.object({
  id: z.string(),
  sealed: z.string(),
  /** This one included. */
  attempts: z.int(),
  expiresAt: z.date(),
  lastError: z.string().nullable(),
  codeDigits: z.int().nullable(),
  /** False when it has expired, or what it tells of is over. */
  isWanted: z.boolean(),
  tenancy: Tenancy.extend({ senderDomains: z.array(z.string()) }),
});

/** A mail that this process is to send, and nobody else for a while. */
export type ClaimedMail = z.infer<typeof ClaimedMail>;

/** Domains that the tenancy may send from at that moment. */
const senderDomains = (now: Date) => Prisma.sql`ARRAY(
  SELECT d."domain" FROM "SenderDomain" d WHERE d."tenancyId" = t."id" AND (d."confirmedAt" IS NOT NULL OR d."graceUntil" > ${now}))`;

/**
 * Takes mails that are due, longest due first; what another worker has in hand is passed over. Whoever takes one has it
 * until `mailLeaseMs` are over: if they are killed, somebody else takes it then.
 */
export async function claimMails({ run, clock }: Service, most: number): Promise<ClaimedMail[]> {
  const now = new Date(clock.now());
  const rows = await run(Prisma.sql`
    WITH due AS (
      SELECT "tenancyId", "id" FROM "OutboxMail" WHERE "state" = 'queued' AND "dueAt" <= ${now}
      ORDER BY "dueAt" LIMIT ${most} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE "OutboxMail" m SET "dueAt" = ${new Date(now.getTime() + lifetimes.mailLeaseMs)}, "attempts" = m."attempts" + 1
      FROM due WHERE m."tenancyId" = due."tenancyId" AND m."id" = due."id"
      RETURNING m.*
    )
    SELECT m."id", m."sealed", m."attempts", m."expiresAt", m."lastError", c."codeDigits", json_build_object(${tenancyColumns}, 'senderDomains', ${senderDomains(now)}) AS "tenancy",
      m."expiresAt" > ${now} AND t."suspendedAt" IS NULL AND (m."challengeId" IS NULL OR (c."verifiedAt" IS NULL AND c."deletedAt" IS NULL AND c."id" IS NOT NULL)) AS "isWanted"
    FROM claimed m JOIN "Tenancy" t ON t."id" = m."tenancyId"
    LEFT JOIN "Challenge" c ON c."tenancyId" = m."tenancyId" AND c."id" = m."challengeId"`);
  return ClaimedMail.array().parse(rows);
}
