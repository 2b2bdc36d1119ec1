import { z } from "zod";
import { Prisma } from "@/prisma/generated/client";

/** A challenge is in exactly one of these states. */
export const challengeStates = ["pending", "verified", "expired", "exhausted", "deleted"] as const;
export type ChallengeState = (typeof challengeStates)[number];

/** The state of challenge `c`. */
export const stateOf = (now: Date) => Prisma.sql`
  CASE WHEN c."verifiedAt" IS NOT NULL THEN 'verified'
    WHEN c."deletedAt" IS NOT NULL THEN 'deleted'
    WHEN c."attemptsLeft" = 0 THEN 'exhausted'
    WHEN c."expiresAt" <= ${now} THEN 'expired'
    ELSE 'pending' END`;

/** A challenge as the console shows it, without its code, its secret or anything derived from them. */
export const ShownChallenge = z.object({
  id: z.string(),
  state: z.enum(challengeStates),
  purpose: z.string(),
  email: z.string(),
  name: z.string().nullable(),
  userId: z.string().nullable(),
  codeDigits: z.int(),
  attempts: z.int(),
  attemptsLeft: z.int(),
  /** Created after too many wrong codes for its mailbox. */
  isRestricted: z.boolean(),
  /** Requested without an API key: on the hosted pages or at the console's sign-in. */
  fromVisitor: z.boolean(),
  createdAt: z.date(),
  expiresAt: z.date(),
  verifiedAt: z.date().nullable(),
  deletedAt: z.date().nullable(),
  /** Of the email with the code; null when none was requested, or it was purged. */
  mailState: z.enum(["queued", "sent", "dead"]).nullable(),
  mailAttempts: z.int().nullable(),
  /** The email provider's last error, without the email's content. */
  mailError: z.string().nullable(),
  mailDueAt: z.date().nullable(),
  mailSentAt: z.date().nullable(),
});
export type ShownChallenge = z.infer<typeof ShownChallenge>;

/** The columns of `ShownChallenge`, of challenge `c` and email `m`. */
export const shownColumns = (now: Date) => Prisma.sql`
  c."id", ${stateOf(now)} AS "state", c."purpose", c."email", c."name", c."userId",
  c."codeDigits", c."attempts", c."attemptsLeft", c."isGuarded" AS "isRestricted", c."fromVisitor",
  c."createdAt", c."expiresAt", c."verifiedAt", c."deletedAt",
  m."state" AS "mailState", m."attempts" AS "mailAttempts", m."lastError" AS "mailError",
  m."dueAt" AS "mailDueAt", m."sentAt" AS "mailSentAt"`;

/** Joins the latest email `m` of challenge `c`. */
export const joinEmail = Prisma.sql`
  LEFT JOIN LATERAL (
    SELECT m.* FROM "OutboxMail" m
    WHERE m."tenancyId" = c."tenancyId" AND m."challengeId" = c."id"
    ORDER BY m."id" DESC LIMIT 1
  ) m ON TRUE`;
