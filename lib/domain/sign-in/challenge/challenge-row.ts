import { z } from "zod";
import type { Challenge } from "@/lib/contract/challenge";
import { Prisma } from "@/prisma/generated/client";

/** The columns of `ChallengeRow`, of challenge `c`. */
export const challengeColumns = Prisma.sql`
  c."id", c."purpose", c."email", c."userId", c."metadata", c."createdAt", c."expiresAt"`;

export const ChallengeRow = z.object({
  id: z.string(),
  purpose: z.string(),
  email: z.string(),
  userId: z.string().nullable(),
  metadata: z.custom<object | null>((value) => typeof value === "object"),
  createdAt: z.date(),
  expiresAt: z.date(),
});
export type ChallengeRow = z.infer<typeof ChallengeRow>;

/** Condition: challenge `c` is neither verified, deleted nor expired. */
export const isPending = (now: Date) =>
  Prisma.sql`c."verifiedAt" IS NULL AND c."deletedAt" IS NULL AND c."expiresAt" > ${now}`;

export const toChallenge = ({
  id,
  purpose,
  email,
  userId,
  metadata,
  createdAt,
  expiresAt,
}: ChallengeRow): Challenge => ({
  _tag: "Challenge",
  challengeId: id,
  purpose,
  email,
  ...(userId === null ? {} : { userId }),
  createdAt: createdAt.getTime(),
  expiresAt: expiresAt.getTime(),
  metadata,
});
