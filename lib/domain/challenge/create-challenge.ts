import type { ChallengeCreated, CreateChallenge } from "@/lib/contract/challenge";
import { hasScope } from "@/lib/domain/api-key/scope";
import { toRevalidated } from "@/lib/domain/api-key/cached-key";
import type { Caller, CachedContext, TenancyContext } from "@/lib/domain/context";
import { chooseLocale } from "@/lib/domain/email/choose-locale";
import { renderMessage } from "@/lib/domain/email/render-challenge-email";
import { sealEmail } from "@/lib/domain/email/sealed-email";
import { createSecretValue, hashSecretInHex } from "@/lib/domain/one-time-token/secret-value";
import { requireEmail } from "@/lib/domain/user/email";
import { ServiceError } from "@/lib/errors";
import { createLongCode } from "./challenge-code";
import { refuseChallenge } from "./refuse-challenge";
import type { Visitor } from "./visitor-limits";
import { writeChallenge } from "./write-challenges";

function requireSkipScope({ actor }: Caller): void {
  if (actor.kind === "apiKey" && !hasScope(actor.scopes, "challenges:skip-rate-limit"))
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "The API key lacks the scope challenges:skip-rate-limit.",
    );
}

async function sendChallenge(
  ctx: TenancyContext | CachedContext,
  body: CreateChallenge,
  { visitor, isDecoy }: { visitor?: Visitor; isDecoy?: boolean | undefined } = {},
): Promise<ChallengeCreated> {
  const email = requireEmail(body.email);
  const secret = createSecretValue(ctx);
  const longCode = createLongCode();
  const locale = chooseLocale(body.locale, ctx.tenancy.locale);
  const { codeMs: lifetimeMs } = ctx.tenancy;
  const sealed = body.sendEmail
    ? await sealEmail(ctx, {
        kind: "challenge",
        to: email.shown,
        purpose: body.purpose,
        name: body.name,
        longCode,
        locale,
        lifetimeMs,
        isDecoy,
      })
    : null;
  const id = ctx.createId();
  const { isRevalidated, now, made } = await writeChallenge({
    ctx,
    id,
    email,
    body,
    longCode,
    secretHash: hashSecretInHex(secret),
    sealed,
    visitor,
  });
  if (!isRevalidated) throw new ServiceError("@error/Forbidden");
  const revalidated = toRevalidated(ctx);
  if (made === undefined)
    return refuseChallenge(revalidated, {
      email: email.normalized,
      now,
      skipsLimits: body.skipRateLimit,
      visitor,
    });
  if (sealed !== null) ctx.mail.wake(ctx.tenancy.id);
  const { codeDigits: digits } = made;
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

/**
 * Sends a code to a mailbox for a backend, and returns the secret that the code is verified with.
 * Knows nothing of users, so a mailbox with a user and one without are treated alike. One round
 * trip, together with other calls that come at once; a transaction when it supersedes others.
 * @throws InvalidEmail · ChallengeRateLimited, having changed nothing · Forbidden without the scope
 * to skip limits, or where a recalled key is no longer what it was
 */
export async function createChallenge(
  ctx: TenancyContext | CachedContext,
  body: CreateChallenge,
): Promise<ChallengeCreated> {
  if (body.skipRateLimit) requireSkipScope(ctx);
  return sendChallenge(ctx, body);
}

/** What a visitor may choose: neither to skip limits nor to end the codes of others. */
export interface VisitorChallenge extends Pick<
  CreateChallenge,
  "purpose" | "email" | "name" | "locale" | "sendEmail"
> {
  visitor: Visitor;
  /** Whether its email is discarded instead of sent, after all the work that sending takes. */
  isDecoy?: boolean;
}

/**
 * Sends a code that somebody without an API key requests. Counts against the budgets of visitors
 * only (contract §7).
 * @throws InvalidEmail · ChallengeRateLimited, having changed nothing
 */
export function createVisitorChallenge(
  ctx: TenancyContext,
  { visitor, isDecoy, ...body }: VisitorChallenge,
): Promise<ChallengeCreated> {
  return sendChallenge(
    ctx,
    { ...body, invalidateOthers: false, skipRateLimit: false },
    { visitor, isDecoy },
  );
}
