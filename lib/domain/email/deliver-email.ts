import { randomInt } from "node:crypto";
import { lifetimes } from "@/lib/limits";
import type { Service } from "@/lib/domain/context";
import { toDeliverable } from "@/lib/domain/user/email";
import type { Mailer, SendOutcome } from "@/lib/platform/mailers/mailer";
import { Prisma } from "@/prisma/generated/client";
import type { ClaimedDelivery } from "./claim-deliveries";
import { markAsTest } from "./mark-as-test";
import {
  brandNameOf,
  renderChallengeMail,
  type Brand,
  type RenderedEmail,
} from "./render-challenge-email";
import { renderNoticeMail } from "./render-notice-email";
import { openEmail, type SealedEmail } from "./sealed-email";
import { senderAddress } from "./sender-address";

export type Delivery = "sent" | "retried" | "dead";

const mostRead = 3_000;

// A provider may quote what it was given; whom it was for and what was in it stays out of what is
// kept, and so do controls, one of which the database refuses.
const withoutContent = (reason: string) =>
  reason
    .slice(0, mostRead)
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\S+@\S+/g, "…")
    .replace(/\d{6,}/g, "…")
    .slice(0, 300);

/**
 * Doubles from two seconds to a minute, half of it by chance, so that a crowd does not come back at
 * once.
 */
function backOffMs(attempts: number): number {
  const full = Math.min(
    lifetimes.deliveryRetryMaxMs,
    lifetimes.deliveryRetryMinMs * 2 ** (attempts - 1),
  );
  return full / 2 + randomInt(Math.ceil(full / 2) + 1);
}

function render(brand: Brand, opened: SealedEmail, { codeDigits }: ClaimedDelivery): RenderedEmail {
  if (opened.kind !== "challenge" && opened.kind !== "test")
    return renderNoticeMail(brand, opened, opened.locale);
  const rendered = renderChallengeMail(brand, {
    ...opened,
    digits: codeDigits ?? opened.longCode.length,
  });
  return opened.kind === "test" ? markAsTest(rendered) : rendered;
}

async function attempt(
  service: Service,
  mailer: Mailer,
  mail: ClaimedDelivery,
): Promise<SendOutcome> {
  const leftMs = mail.expiresAt.getTime() - service.clock.now();
  if (!mail.isWanted || leftMs <= 0)
    return {
      outcome: "refused",
      reason: mail.lastError ?? "It was no longer wanted when its turn came.",
    };
  const { tenancy, id, sealed } = mail;
  const opened = await openEmail(service, sealed).catch(() => undefined);
  if (opened === undefined)
    return {
      outcome: "refused",
      reason: "It was sealed under a secret that is not known any more.",
    };
  const brand = { baseUrl: service.baseUrl, tenancy };
  const rendered = render(brand, opened, mail);
  if (opened.kind === "challenge" && opened.isDecoy === true) return { outcome: "sent" };
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
    AbortSignal.timeout(Math.min(lifetimes.deliveryTimeoutMs, leftMs)),
  );
}

async function settle(
  { db, run, clock }: Service,
  mail: ClaimedDelivery,
  result: SendOutcome,
): Promise<Delivery> {
  const now = clock.now();
  const mine = { tenancyId: mail.tenancy.id, id: mail.id, state: "queued" } as const;
  if (result.outcome === "sent") {
    await run(Prisma.sql`
      UPDATE "OutboxMail" SET "state" = 'sent', "sealed" = NULL, "sentAt" = ${new Date(now)}, "lastError" = NULL
      WHERE "tenancyId" = ${mine.tenancyId} AND "id" = ${mine.id} AND "state" = 'queued'`);
    return "sent";
  }
  const lastError = withoutContent(result.reason);
  // Another attempt counts higher: our lease was over, and the mail is somebody else's.
  const stillMine = { ...mine, attempts: mail.attempts };
  if (result.outcome === "refused") {
    await db.outboxMail.updateMany({
      where: stillMine,
      data: { state: "dead", sealed: null, lastError },
    });
    return "dead";
  }
  const waitMs = Math.max(backOffMs(mail.attempts), result.retryAfterMs ?? 0);
  // At its end it is taken once more, and buried.
  await db.outboxMail.updateMany({
    where: stillMine,
    data: { dueAt: new Date(Math.min(now + waitMs, mail.expiresAt.getTime())), lastError },
  });
  return "retried";
}

/**
 * Sends one claimed mail, and keeps what came of it: sent, due again later, or dead; content goes
 * with its use.
 */
export async function deliverEmail(
  service: Service,
  mailer: Mailer,
  mail: ClaimedDelivery,
): Promise<Delivery> {
  const result = await attempt(service, mailer, mail).catch((error: unknown): SendOutcome => ({
    outcome: "failed",
    reason: error instanceof Error ? error.message : "unknown",
  }));
  return settle(service, mail, result);
}
