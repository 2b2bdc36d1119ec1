import { z } from "zod";
import { chooseLocale } from "@/lib/domain/base/choose-locale";
import type { TenancyContext } from "@/lib/domain/base/context";
import { auditRows, insertAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { lifetimes, limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type PreviewedEmail, previewedPurposes, sampleCode, sampleNotice } from "./preview-email";
import { type SealedEmail, sealEmail } from "./sealed-email";

function testEmail(
  ctx: TenancyContext,
  mail: PreviewedEmail,
  shared: { to: string; locale: string },
): SealedEmail {
  if (mail === "passkey-added")
    return { ...shared, ...sampleNotice(ctx, ctx.clock.now()), isTest: true };
  const { codeDigits, codeMs: lifetimeMs } = ctx.tenancy;
  return {
    ...shared,
    kind: "test",
    purpose: previewedPurposes[mail],
    longCode: sampleCode.slice(0, codeDigits),
    lifetimeMs,
  };
}

/**
 * Sends a test email to an operator's own address, as the tenancy would send it.
 * @throws RateLimited after `testEmailsPerHour` test emails in an hour
 */
export async function sendTestEmail(
  ctx: TenancyContext,
  {
    mail,
    locale,
    to,
  }: { mail: PreviewedEmail; locale: string; to: { sub: string; email: string } },
): Promise<void> {
  const now = ctx.clock.now();
  const hour = Math.floor(now / lifetimes.hourMs);
  const endOfHour = (hour + 1) * lifetimes.hourMs;
  const language = chooseLocale(locale, ctx.tenancy.locale);
  const sealed = await sealEmail(ctx, testEmail(ctx, mail, { to: to.email, locale: language }));
  const events = auditRows(ctx, [
    {
      action: "mail.test-sent",
      target: { kind: "tenancy", id: ctx.tenancy.id },
      detail: `${mail}, ${language}`,
    },
  ]);
  const key = `test-mail:${ctx.tenancy.id}:${to.sub}:${hour}`;
  const counted = await ctx.db.query(z.unknown())`
    WITH counted AS (
      INSERT INTO "LimitCounter" AS c ("key", "points", "expire")
      VALUES (${key}, 1, ${endOfHour}::bigint)
      ON CONFLICT ("key") DO UPDATE SET "points" = c."points" + 1
      WHERE c."points" < ${limits.testEmailsPerHour} RETURNING 1
    ), outbox AS (
      INSERT INTO "OutboxMail" ("tenancyId", "id", "sealed", "dueAt", "expiresAt", "createdAt")
      SELECT ${ctx.tenancy.id}, ${ctx.createId()}, ${sealed}::text, ${new Date(now)},
        ${new Date(now + lifetimes.hourMs)}, ${new Date(now)}
      FROM counted
    ), audit AS (${insertAudit(events, Prisma.sql`counted`)})
    SELECT 1 FROM counted`;
  if (counted.length === 0)
    throw new ServiceError(
      "@error/RateLimited",
      { retryAfterSeconds: Math.ceil((endOfHour - now) / 1_000) },
      `You can send ${limits.testEmailsPerHour} test emails per hour. Try again next hour.`,
    );
  ctx.deliveries.wake();
}
