import { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireEmail } from "@/lib/domain/base/email-address";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { createVisitorChallenge } from "@/lib/domain/sign-in/challenge/create-challenge";
import { verifyChallenge } from "@/lib/domain/sign-in/challenge/verify-challenge";
import { findVisitor } from "@/lib/domain/sign-in/known-browser";
import { ServiceError } from "@/lib/errors";
import { openSession } from "./open-session";

const Row = z.object({ sub: z.string(), email: z.string() });

/**
 * Finds the enabled operator who owns an email and has a role in any tenancy. It runs the same
 * statement for every address, so its timing does not reveal operators.
 */
async function findOperatorByEmail(
  ctx: TenancyContext,
  normalized: string,
  tx: Queryable = ctx.db,
): Promise<{ sub: string; email: string } | null> {
  const [operator] = await tx.query(Row)`
    SELECT u."sub", u."email" FROM "User" u
    WHERE u."tenancyId" = ${ctx.tenancy.id} AND u."emailNormalized" = ${normalized}
      AND (u."emailVerified" OR u."emailVouched") AND u."disabledAt" IS NULL
      AND EXISTS (SELECT 1 FROM "Operator" o WHERE o."sub" = u."sub")`;
  return operator ?? null;
}

const purpose = "sign-in";

/** A requested code. Only the browser that requested it gets the secret. */
export interface RequestedCode {
  challengeId: string;
  secret: string;
  digits: number;
  lifetimeMs: number;
}

/**
 * Emails a sign-in code to an operator. Any other address gets the same challenge, counts and queued
 * email, but the email is discarded instead of sent. Neither the reply nor its timing reveals who is
 * an operator.
 * @throws InvalidEmail · ChallengeRateLimited
 */
export async function beginCodeSignIn(
  ctx: TenancyContext,
  { email, browserCookie }: { email: string; browserCookie?: string | undefined },
): Promise<RequestedCode> {
  const { shown, normalized } = requireEmail(email);
  const operator = await findOperatorByEmail(ctx, normalized);
  // Send to the stored address: mailboxes can be case-sensitive, our comparison is not.
  const visitor = await findVisitor(ctx, normalized, browserCookie);
  const { challenge } = await createVisitorChallenge(ctx, {
    purpose,
    email: operator?.email ?? shown,
    sendEmail: true,
    isDecoy: operator === null,
    visitor,
  });
  const { challengeId, secret, code } = challenge;
  return {
    challengeId,
    secret,
    digits: code.length,
    lifetimeMs: challenge.expiresAt - challenge.createdAt,
  };
}

/**
 * Verifies the code and opens a code session. Only a new sign-in with a passkey lifts its limits.
 * @returns the cookie's value
 * @throws InvalidChallenge · ChallengeExpired · ChallengeAttemptsExceeded · InvalidChallengeCode
 */
export async function finishCodeSignIn(
  ctx: TenancyContext,
  guess: { challengeId: string; secret: string; code: string },
): Promise<string> {
  const { challenge } = await verifyChallenge(ctx, guess);
  if (challenge.purpose !== purpose) throw new ServiceError("@error/InvalidChallenge");
  const { challengeId } = challenge;
  const { sub, cookie } = await ctx.db.$transaction(async (tx) => {
    const { normalized } = requireEmail(challenge.email);
    const operator = await findOperatorByEmail(ctx, normalized, tx);
    if (operator === null)
      throw new ServiceError("@error/InvalidChallenge").about({ email: normalized, challengeId });
    const { sub } = operator;
    const session = { sub, signIn: "code", passkeyId: null, isSteppedUp: false } as const;
    return { sub, cookie: await openSession(ctx, tx, session) };
  });
  noteEvent(ctx, "sign-in.by-code", { sub, challengeId });
  return cookie;
}
