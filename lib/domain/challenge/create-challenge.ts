import type { ChallengeCreated, CreateChallenge } from "@/lib/contract/challenge";
import { limits } from "@/lib/config";
import { hasScope } from "@/lib/domain/api-key/scope";
import { toProven } from "@/lib/domain/api-key/recall-key";
import type { Caller, RecalledContext, TenancyContext } from "@/lib/domain/context";
import { chooseLocale } from "@/lib/domain/email/choose-locale";
import { renderMessage } from "@/lib/domain/email/render-challenge-mail";
import { sealMail } from "@/lib/domain/email/sealed-mail";
import { createSecretValue, hashSecretInHex } from "@/lib/domain/one-time-token/secret-value";
import { requireEmail } from "@/lib/domain/user/email";
import { ServiceError } from "@/lib/errors";
import { createLongCode } from "./challenge-code";
import { refuseChallenge } from "./refuse-challenge";
import { writeChallenge } from "./write-challenges";

function requireSkipScope({ actor }: Caller): void {
  if (actor.kind === "apiKey" && !hasScope(actor.scopes, "challenges:skip-rate-limit"))
    throw new ServiceError("@error/Forbidden", undefined, "The API key lacks the scope challenges:skip-rate-limit.");
}

/**
 * Sends a code to a mailbox, and gives the caller the secret that it is verified with. Knows nothing of users: a mailbox
 * that has one and a mailbox that has none are the same to it. One round trip, with whoever else asks at once; a transaction when it supersedes others.
 * @throws InvalidEmail · ChallengeRateLimited, having changed nothing · Forbidden without the scope to skip limits, or where a recalled key is no longer what it was
 */
export async function createChallenge(ctx: TenancyContext | RecalledContext, body: CreateChallenge): Promise<ChallengeCreated> {
  const email = requireEmail(body.email);
  if (body.skipRateLimit) requireSkipScope(ctx);
  const secret = createSecretValue(ctx);
  const longCode = createLongCode();
  const locale = chooseLocale(body.locale, ctx.tenancy.locale);
  const { codeMs: lifetimeMs } = ctx.tenancy;
  const sealed = body.sendEmail ? await sealMail(ctx, { kind: "challenge", to: email.shown, purpose: body.purpose, name: body.name, longCode, locale, lifetimeMs }) : null;
  const id = ctx.createId();
  const { isProven, now, made } = await writeChallenge({ ctx, id, email, body, longCode, secretHash: hashSecretInHex(secret), sealed });
  if (!isProven) throw new ServiceError("@error/Forbidden");
  const proven = toProven(ctx);
  if (made === undefined) return refuseChallenge(proven, { email: email.normalized, now, skipsLimits: body.skipRateLimit });
  if (sealed !== null) ctx.mail.wake();
  const digits = made.isGuarded ? limits.guardedCodeDigits : ctx.tenancy.codeDigits;
  const { userId, purpose, metadata, name } = body;
  return {
    _tag: "ChallengeCreated",
    challenge: {
      challengeId: id,
      purpose,
      email: email.shown,
      userId,
      createdAt: now.getTime(),
      expiresAt: now.getTime() + lifetimeMs,
      metadata: metadata ?? null,
      secret,
      code: longCode.slice(0, digits),
      message: renderMessage(ctx, { purpose, name, longCode, digits, locale, lifetimeMs }),
    },
  };
}
