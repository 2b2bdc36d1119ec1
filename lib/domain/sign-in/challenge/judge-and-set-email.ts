import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { changeEmail } from "@/lib/domain/user/change-email";
import { findUserByUserId } from "@/lib/domain/user/find-user-by-user-id";
import { lockIdentities } from "@/lib/domain/user/lock-identities";
import { badRequest } from "@/lib/errors";
import type { User } from "@/prisma/generated/client";
import { judge, type Judged } from "./judge-guess";
import type { CodeGuess } from "./judge-guesses";

const refusal = (message: string) => badRequest("setUserEmail", message);

/** Locks the user whom the challenge names, before the challenge: an erasure takes this order. */
async function lockUserOf({ ctx, challengeId }: CodeGuess, tx: Queryable): Promise<User | null> {
  const tenancyId = ctx.tenancy.id;
  const challenge = await tx.challenge.findUnique({
    where: { tenancyId_id: { tenancyId, id: challengeId } },
    select: { userId: true, emailNormalized: true },
  });
  if (challenge === null || challenge.userId === null) return null;
  const { userId, emailNormalized: email } = challenge;
  await lockIdentities(ctx, tx, { userId, email });
  const user = await findUserByUserId(ctx, tx, userId);
  if (user === null) return null;
  await tx.$executeRaw`
    SELECT 1 FROM "User" WHERE "tenancyId" = ${tenancyId} AND "sub" = ${user.sub} FOR UPDATE`;
  return user;
}

/**
 * Judges a guess. If the code is right, the challenge's user owns its email from then on, verified,
 * in place of the earlier one. Both are written or neither; a wrong code still costs its attempt.
 * @throws BadRequest (setUserEmail) if the code is right but the challenge names no user ·
 * DuplicateEmail if another user owns the email. The code stays valid after both.
 */
export const judgeAndSetEmail = (ctx: TenancyContext, guess: CodeGuess): Promise<Judged> =>
  ctx.db.$transaction(async (tx) => {
    const user = await lockUserOf(guess, tx);
    const [judged] = await judge(tx, [guess]);
    if (judged?.verdict !== "right") return judged;
    if (judged.userId === null)
      throw refusal("requires a challenge that was created with a userId");
    if (user === null) throw refusal("no user has the userId of this challenge");
    await changeEmail(ctx, tx, { sub: user.sub, email: judged.email, emailVerified: true });
    return judged;
  });
