import { randomInt } from "node:crypto";
import type { Service } from "@/lib/domain/base/context";
import { toDeliverable } from "@/lib/domain/base/email-address";
import { withoutContent } from "@/lib/domain/base/without-content";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { isMailboxBlocked } from "@/lib/domain/user/mailbox-problem/mailbox-problem";
import { lifetimes } from "@/lib/limits";
import type { Mailer, SentBy } from "@/lib/platform/mailers/mailer";
import type { ClaimedDelivery } from "./claim-deliveries";
import {
  type Brand,
  brandNameOf,
  renderChallengeEmail,
  type RenderedEmail,
} from "./render-challenge-email";
import { renderNoticeEmail } from "./render-notice-email";
import { openEmail, type SealedEmail } from "./sealed-email";
import { senderAddress } from "./sender-address";

const sentence =
  "This is a test that you sent to yourself from the console. Codes and links in it don’t work.";
const style =
  "margin:0 auto 16px;max-width:480px;padding:12px 16px;border-radius:8px;" +
  "background-color:#fbefd9;color:#5c3700;font-size:14px;line-height:20px;font-weight:600";
const banner = `<div style="${style}">${sentence}</div>`;

/** Marks a rendered email as a test: first in the subject, and first in both parts. */
const markAsTest = ({ subject, html, text }: RenderedEmail): RenderedEmail => ({
  subject: `[Test] ${subject}`,
  html: html.replace(/<body[^>]*>/, (body) => `${body}${banner}`),
  text: `${sentence}\n\n${text}`,
});

/**
 * `dead`: refused or not delivered in time. `canceled`: no longer wanted before it was sent, or its
 * mailbox had bounced.
 */
export type Delivery = "sent" | "retried" | "dead" | "canceled";

/** Doubles from two seconds to a minute. Half of it is random, so that retries spread out. */
function backOffMs(attempts: number): number {
  const full = Math.min(
    lifetimes.deliveryRetryMaxMs,
    lifetimes.deliveryRetryMinMs * 2 ** (attempts - 1),
  );
  return full / 2 + randomInt(Math.ceil(full / 2) + 1);
}

const isTest = (opened: SealedEmail): boolean =>
  opened.kind === "test" || ("isTest" in opened && opened.isTest === true);

function render(brand: Brand, opened: SealedEmail, { codeDigits }: ClaimedDelivery): RenderedEmail {
  if (opened.kind !== "challenge" && opened.kind !== "test") {
    const rendered = renderNoticeEmail(brand, opened, opened.locale);
    return isTest(opened) ? markAsTest(rendered) : rendered;
  }
  const rendered = renderChallengeEmail(brand, {
    ...opened,
    digits: codeDigits ?? opened.longCode.length,
  });
  return isTest(opened) ? markAsTest(rendered) : rendered;
}

/** Also an email that was not offered to the provider: canceled, too late, or to a blocked mailbox. */
type Result =
  SentBy | { outcome: "expired" | "unwanted" | "blocked"; reason?: string; provider?: undefined };

/** The claim knows whether the mailbox of a code is blocked. The recipients of others are sealed. */
const isBlocked = async (
  service: Service,
  { tenancy, challengeId, isBlocked }: ClaimedDelivery,
  to: string,
): Promise<boolean> => (challengeId === null ? isMailboxBlocked(service, tenancy, to) : isBlocked);

async function send(
  service: Service,
  mailer: Mailer,
  email: ClaimedDelivery,
  opened: SealedEmail | undefined,
): Promise<Result> {
  const leftMs = email.expiresAt.getTime() - service.clock.now();
  if (!email.isWanted) return { outcome: "unwanted" };
  if (leftMs <= 0) return { outcome: "expired" };
  const { tenancy, id } = email;
  if (opened === undefined)
    return {
      outcome: "expired",
      reason: "The email is encrypted with a service secret that is no longer configured.",
    };
  const brand = { baseUrl: service.baseUrl, tenancy };
  const rendered = render(brand, opened, email);
  if (opened.kind === "challenge" && opened.isDecoy === true) return { outcome: "sent" };
  if (await isBlocked(service, email, opened.to)) return { outcome: "blocked" };
  const from = {
    name: brandNameOf(brand),
    address: toDeliverable(senderAddress(tenancy, mailer.defaultSender)),
  };
  return mailer.send(
    {
      id,
      tenancyId: tenancy.id,
      from,
      replyTo: tenancy.mailReplyTo === null ? undefined : toDeliverable(tenancy.mailReplyTo),
      to: toDeliverable(opened.to),
      ...rendered,
    },
    leftMs,
  );
}

/** Adds the end of a delivery to the timeline of the mailbox. Notices have none. */
function noteDelivery(
  { clock, createId, timeline }: Service,
  { tenancy, challengeId }: ClaimedDelivery,
  kind: "code.accepted" | "code.failed",
  reason?: string,
): void {
  if (challengeId !== null)
    noteEvent({ clock, createId, timeline, tenancy }, kind, { challengeId, reason });
}

async function settle(service: Service, email: ClaimedDelivery, result: Result): Promise<Delivery> {
  const { db, clock } = service;
  const now = clock.now();
  const provider = result.provider ?? null;
  const queued = { tenancyId: email.tenancy.id, id: email.id, state: "queued" } as const;
  if (result.outcome === "sent") {
    // Raw, because every email that is sent runs it.
    const answer = result.answer === undefined ? null : withoutContent(result.answer);
    const updated = await db.$executeRaw`
      UPDATE "OutboxMail" SET "state" = 'sent', "sealed" = NULL, "sentAt" = ${new Date(now)},
        "answer" = ${answer}, "provider" = ${provider}
      WHERE "tenancyId" = ${queued.tenancyId} AND "id" = ${queued.id} AND "state" = 'queued'`;
    if (updated > 0) noteDelivery(service, email, "code.accepted");
    return "sent";
  }
  const lastError = withoutContent(result.reason ?? "") || email.lastError;
  const tried = { lastError, ...(provider === null ? {} : { provider }) };
  // A higher count means that the lease ended and another worker claimed the email.
  const stillClaimed = { ...queued, attempts: email.attempts };
  if (result.outcome !== "failed") {
    const { outcome } = result;
    // Earlier releases know no `blocked`.
    const ended =
      outcome === "blocked"
        ? { endedBy: "unwanted", feedback: "blocked" }
        : { ...tried, endedBy: outcome };
    const { count } = await db.outboxEmail.updateMany({
      where: stillClaimed,
      data: { ...ended, state: "dead", sealed: null },
    });
    if (count > 0 && outcome !== "unwanted")
      noteDelivery(service, email, "code.failed", `Delivery.${outcome}`);
    return outcome === "unwanted" || outcome === "blocked" ? "canceled" : "dead";
  }
  const waitMs = Math.max(backOffMs(email.attempts), result.retryAfterMs ?? 0);
  // Due at expiry at the latest: that claim marks it dead.
  await db.outboxEmail.updateMany({
    where: stillClaimed,
    data: { ...tried, dueAt: new Date(Math.min(now + waitMs, email.expiresAt.getTime())) },
  });
  return "retried";
}

/**
 * Sends one claimed email and stores the result: sent, queued for a retry, dead, or canceled.
 * Deletes the content unless the email is retried. The tenancy's activity doesn't count test emails.
 */
export async function deliverEmail(
  service: Service,
  mailer: Mailer,
  email: ClaimedDelivery,
): Promise<Delivery> {
  const opened = await openEmail(service, email.sealed).catch(() => undefined);
  const result = await send(service, mailer, email, opened).catch((error: unknown): Result => ({
    outcome: "failed",
    reason: error instanceof Error ? error.message : "unknown",
  }));
  const delivery = await settle(service, email, result);
  if (opened === undefined || !isTest(opened))
    service.activity.note(email.tenancy.id, `mail.${delivery}`);
  return delivery;
}
