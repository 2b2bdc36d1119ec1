import { z } from "zod";
import type { ChallengeCreated, CreateChallenge } from "@/lib/contract/challenge";
import { requireScope } from "@/lib/domain/access/api-key/is-caller-live";
import { hasScope } from "@/lib/domain/access/api-key/scope";
import {
  createSecretValue,
  hashSecretValue,
} from "@/lib/domain/access/one-time-token/secret-value";
import { chooseLocale } from "@/lib/domain/base/choose-locale";
import type { TenancyContext } from "@/lib/domain/base/context";
import { type Email, requireEmail, requireEmailField } from "@/lib/domain/base/email-address";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { countedMailbox } from "@/lib/domain/user/counted-mailbox";
import { renderChallengeEmail } from "@/lib/domain/user/email/render-challenge-email";
import { sealEmail } from "@/lib/domain/user/email/sealed-email";
import { ServiceError } from "@/lib/errors";
import { alarmKey, endOfHour, readUsage, skipsCeiling } from "./challenge-ceiling";
import { createLongCode } from "./challenge-draft";
import {
  allTagsRequestLimits,
  requestLimits,
  visitorRequestLimits,
  waitMs,
} from "./mailbox-limits";
import { budgetsOf, type Visitor, visitorCeilings } from "./visitor-limits";
import { writeChallenge } from "./write-challenges";

interface Refused {
  email: string;
  now: Date;
  skipsLimits: boolean;
  visitor?: Visitor | undefined;
}

async function mailboxWaitMs(
  ctx: TenancyContext,
  { email, now, visitor }: Refused,
): Promise<number> {
  const { id: tenancyId } = ctx.tenancy;
  const counted = countedMailbox(email);
  const rows = await ctx.db.mailbox.findMany({
    where: { tenancyId, email: { in: [email, counted] } },
  });
  const rowOf = (address: string) => rows.find((row) => row.email === address);
  const mailbox = rowOf(counted);
  if (visitor === undefined)
    return Math.max(
      waitMs(rowOf(email)?.askedAt, requestLimits(ctx.tenancy), now),
      waitMs(mailbox?.allTagsAskedAt, allTagsRequestLimits(ctx.tenancy), now),
    );
  const budgets = budgetsOf(ctx, visitor);
  const used = await ctx.db.visitorBudget.findMany({
    where: { tenancyId, email: counted, visitor: { in: budgets.map((budget) => budget.visitor) } },
  });
  const waits = budgets.map((budget) =>
    waitMs(used.find((row) => row.visitor === budget.visitor)?.askedAt, budget.limits, now),
  );
  return Math.max(
    ...waits,
    visitor.browserId === undefined
      ? waitMs(mailbox?.visitorAskedAt, visitorRequestLimits(ctx.tenancy), now)
      : 0,
  );
}

/** Audits the hour's first refusal by a ceiling; the console shows the event. */
async function recordAlarm(
  ctx: TenancyContext,
  now: Date,
  alarm: "challenge-alarm" | "challenge-visitor-alarm",
): Promise<void> {
  const first = await ctx.db.limitCounter.createMany({
    data: { key: alarmKey(ctx, now, alarm), points: 1, expire: endOfHour(now) },
    skipDuplicates: true,
  });
  const action =
    alarm === "challenge-alarm" ? "challenge.ceiling-reached" : "challenge.visitor-ceiling-reached";
  if (first.count > 0)
    await recordAudit(ctx, ctx.db, { action, target: { kind: "tenancy", id: ctx.tenancy.id } });
}

const Usage = z.object({ total: z.int() });

async function ceilingWaitMs(ctx: TenancyContext, now: Date): Promise<number> {
  const [row] = await ctx.db.query(Usage)`
    WITH ${readUsage(ctx, now)} SELECT "total" FROM usage`;
  if (skipsCeiling(ctx) || (row?.total ?? 0) < ctx.tenancy.challengesPerHourCeiling) return 0;
  await recordAlarm(ctx, now, "challenge-alarm");
  return endOfHour(now) - now.getTime();
}

async function visitorCeilingWaitMs(
  ctx: TenancyContext,
  visitor: Visitor,
  now: Date,
): Promise<number> {
  if (visitor.browserId !== undefined) return 0;
  const { all, prefix } = visitorCeilings(ctx, visitor, now);
  const counters = await ctx.db.limitCounter.findMany({
    where: { key: { in: [all.key, prefix.key] } },
  });
  const isFull = ({ key, max }: { key: string; max: number }) =>
    counters.some((counter) => counter.key === key && counter.points >= max);
  if (isFull(all)) await recordAlarm(ctx, now, "challenge-visitor-alarm");
  return isFull(all) || isFull(prefix) ? endOfHour(now) - now.getTime() : 0;
}

/**
 * Refuses a challenge, and audits the hour's first refusal by a ceiling.
 * @throws ChallengeRateLimited with the seconds until the next request can succeed
 */
async function refuseChallenge(ctx: TenancyContext, refused: Refused): Promise<never> {
  const { now, skipsLimits, visitor } = refused;
  const waits = [
    skipsLimits ? 0 : await mailboxWaitMs(ctx, refused),
    await ceilingWaitMs(ctx, now),
    visitor === undefined ? 0 : await visitorCeilingWaitMs(ctx, visitor, now),
  ];
  throw new ServiceError("@error/ChallengeRateLimited", {
    retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits) / 1_000)),
  }).about({ email: refused.email });
}

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
