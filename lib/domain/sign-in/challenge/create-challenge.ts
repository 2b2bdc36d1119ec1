import type { ChallengeCreated, CreateChallenge } from "@/lib/contract/challenge";
import { requireScope } from "@/lib/domain/access/api-key/require-scope";
import { hasScope } from "@/lib/domain/access/api-key/scope";
import {
  createSecretValue,
  hashSecretValue,
} from "@/lib/domain/access/one-time-token/secret-value";
import { chooseLocale } from "@/lib/domain/base/choose-locale";
import type { TenancyContext } from "@/lib/domain/base/context";
import { type Email, requireEmail, requireEmailField } from "@/lib/domain/base/email-address";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { renderChallengeEmail } from "@/lib/domain/user/email/render-challenge-email";
import { sealEmail } from "@/lib/domain/user/email/sealed-email";
import { createLongCode } from "./challenge-code";
import { refuseChallenge } from "./refuse-challenge";
import type { Visitor } from "./visitor-limits";
import { writeChallenge } from "./write-challenges";

/** A created challenge, before what the caller may not read is left out. */
interface CreatedWithCode extends ChallengeCreated {
  challenge: ChallengeCreated["challenge"] & {
    code: string;
    message: { html: string; text: string };
  };
}

const sendsEmail = (
  { tenancy }: TenancyContext,
  { sendEmail }: Pick<CreateChallenge, "sendEmail">,
) => sendEmail ?? tenancy.sendEmailByDefault;

async function sendChallenge(
  ctx: TenancyContext,
  body: CreateChallenge,
  { email, visitor, isDecoy }: { email: Email; visitor?: Visitor; isDecoy?: boolean | undefined },
): Promise<CreatedWithCode> {
  const secret = createSecretValue();
  const longCode = createLongCode();
  const locale = chooseLocale(body.locale, ctx.tenancy.locale);
  const { codeMs: lifetimeMs } = ctx.tenancy;
  const sealed = sendsEmail(ctx, body)
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
  const { now, created } = await writeChallenge({
    ctx,
    id,
    email,
    body,
    longCode,
    secretHash: hashSecretValue(secret).toString("hex"),
    sealed,
    visitor,
  });
  const { normalized } = email;
  if (created === undefined)
    return refuseChallenge(ctx, {
      email: normalized,
      now,
      skipsLimits: body.skipRateLimit,
      visitor,
    });
  noteEvent(ctx, "code.requested", { email: normalized, challengeId: id });
  if (sealed !== null) ctx.deliveries.wake(ctx.tenancy.id);
  const { codeDigits: digits } = created;
  const { userId, purpose, metadata, name } = body;
  const { html, text } = renderChallengeEmail(ctx, {
    purpose,
    name,
    longCode,
    digits,
    locale,
    lifetimeMs,
  });
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
      message: { html, text },
    },
  };
}

const readsCode = ({ actor }: TenancyContext) =>
  actor.kind !== "apiKey" || hasScope(actor.scopes, "challenges:read-code");

/**
 * Emails a code to a mailbox for a backend, and returns the secret that verification requires, and
 * the code only to a key that may read it: a stolen key without that scope proves no mailbox. Never
 * reads users, so the response can't reveal whether the mailbox has one. One round trip, shared with
 * concurrent calls; a transaction with `invalidateOthers`.
 * @throws BadRequest (email) · ChallengeRateLimited, changing nothing · Forbidden without the scope to skip
 * limits, or to read the code that no email carries
 */
export async function createChallenge(
  ctx: TenancyContext,
  body: CreateChallenge,
): Promise<ChallengeCreated> {
  if (body.skipRateLimit) requireScope(ctx, "challenges:skip-rate-limit");
  if (!sendsEmail(ctx, body)) requireScope(ctx, "challenges:read-code");
  const { _tag, challenge } = await sendChallenge(ctx, body, {
    email: requireEmailField(body.email),
  });
  const { code, message, ...shown } = challenge;
  return { _tag, challenge: readsCode(ctx) ? { ...shown, code, message } : shown };
}

/**
 * A visitor's request, which can neither skip limits nor invalidate other challenges. It has no name:
 * no text of a visitor is in an email before the mailbox is proved.
 */
export interface VisitorChallenge extends Pick<CreateChallenge, "purpose" | "email" | "locale"> {
  sendEmail: boolean;
  visitor: Visitor;
  /** Discards the email instead of sending it, after the same work, so that timing reveals nothing. */
  isDecoy?: boolean;
}

/**
 * Emails a code that was requested without an API key. Uses the visitors' budgets, never the
 * backend's (contract §7).
 * @throws InvalidEmail · ChallengeRateLimited, changing nothing
 */
export async function createVisitorChallenge(
  ctx: TenancyContext,
  { visitor, isDecoy, ...body }: VisitorChallenge,
): Promise<CreatedWithCode> {
  return sendChallenge(
    ctx,
    { ...body, invalidateOthers: false, skipRateLimit: false },
    { email: requireEmail(body.email), visitor, isDecoy },
  );
}
