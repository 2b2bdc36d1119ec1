import { z } from "zod";
import type { Challenge } from "@/lib/contract/challenge";
import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";

/** The columns of `ChallengeRow`, of challenge `c`. */
const challengeColumns = Prisma.sql`
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

/**
 * Returns a pending challenge. One round trip, raw because backends may poll it.
 * @throws NotFound, also when the challenge was verified, was deleted or has expired
 */
export async function getChallenge(ctx: TenancyContext, challengeId: string): Promise<Challenge> {
  const [row] = await ctx.db.query(ChallengeRow)`
    SELECT ${challengeColumns} FROM "Challenge" c
    WHERE c."tenancyId" = ${ctx.tenancy.id} AND c."id" = ${challengeId}
      AND ${isPending(new Date(ctx.clock.now()))}`;
  if (row === undefined) throw new ServiceError("@error/NotFound");
  return toChallenge(row);
}
