import type { Challenge } from "@/lib/contract/challenge";
import type { TenancyContext } from "@/lib/domain/base/context";
import { ServiceError } from "@/lib/errors";
import { challengeColumns, ChallengeRow, isPending, toChallenge } from "./challenge-row";

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
