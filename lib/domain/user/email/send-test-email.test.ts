import { expect, test } from "vitest";
import { locales } from "@/lib/domain/base/choose-locale";
import { readPasskeyReport } from "@/lib/domain/passkey/report-passkey";
import { lifetimes, limits } from "@/lib/limits";
import { challengeOf } from "@/testing/challenge-rules";
import { deliverDue, mailerTo } from "@/testing/email-delivery";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { inTheme } from "./in-theme";
import { previewedEmails, previewEmail } from "./preview-email";
import { sendTestEmail } from "./send-test-email";

const run = provideService();
const newOperator = () => ({
  sub: run.current.createId(),
  email: `op-${run.current.createId()}@example.com`,
});

test("a test email has the tenancy's look, begins with a test notice and is audited", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { brandName: "Harbour" });
  const to = newOperator();
  await sendTestEmail(tenancy.ctx, { mail: "recovery", locale: "de", to });
  await deliverDue(run.current, mailerTo(run.current, { local: true }));
  const [got] = await run.current.db.inboxEmail.findMany({ where: { tenancyId: tenancy.id } });
  expect(got).toMatchObject({
    recipient: to.email,
    subject: expect.stringMatching(/^\[Test\] .*Harbour/),
    text: expect.stringMatching(/^This is a test/),
  });
  expect(got?.html).toMatch(/<body[^>]*><div[^>]*>This is a test/);
  expect(got?.html).toContain('lang="de"');
  const [event] = await run.current.db.auditEvent.findMany({
    where: { tenancyId: tenancy.id, action: "mail.test-sent" },
  });
  expect(event).toMatchObject({ detail: "recovery, de" });
});

test("a test notice of a new passkey is marked, and its link reports nothing", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { brandName: "Harbour" });
  await sendTestEmail(tenancy.ctx, { mail: "passkey-added", locale: "fr", to: newOperator() });
  await deliverDue(run.current, mailerTo(run.current, { local: true }));
  const [got] = await run.current.db.inboxEmail.findMany({ where: { tenancyId: tenancy.id } });
  expect(got).toMatchObject({
    subject: expect.stringMatching(/^\[Test\] .*Harbour/),
    text: expect.stringMatching(/^This is a test[^]*Safari, macOS/),
  });
  expect(got?.text).toContain(`/auth/${tenancy.id}/report-passkey?token=sample`);
  await expect(readPasskeyReport(tenancy.ctx, "sample")).rejects.toMatchObject({
    tag: "@error/InvalidToken",
  });
});

test("test emails aren’t counted, so they complete no step of the onboarding checklist", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { db, activity } = run.current;
  const countsOf = async () => {
    await deliverDue(run.current, mailerTo(run.current, { local: true }));
    await activity.flush();
    const counts = await db.activityCount.findMany({
      where: { tenancyId: tenancy.id, metric: { startsWith: "mail." } },
    });
    return counts.map(({ metric, count }) => [metric, Number(count)]);
  };
  for (const mail of previewedEmails)
    await sendTestEmail(tenancy.ctx, { mail, locale: "en", to: newOperator() });
  expect(await countsOf()).toEqual([]);
  await challengeOf(tenancy);
  expect(await countsOf()).toEqual([["mail.sent", 1]]);
});

test("concurrent test emails stay within each operator's hourly limit", async () => {
  const tenancy = await createTestTenancy(run.current);
  const ada = newOperator();
  const bob = newOperator();
  run.current.clock.advance(lifetimes.hourMs - (run.current.clock.now() % lifetimes.hourMs));
  const send = (to: typeof ada) => sendTestEmail(tenancy.ctx, { mail: "login", locale: "en", to });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 3 * limits.testEmailsPerHour }, () => send(ada)),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(
    limits.testEmailsPerHour,
  );
  expect(await run.current.db.outboxEmail.count({ where: { tenancyId: tenancy.id } })).toBe(
    limits.testEmailsPerHour,
  );
  await send(bob);
  run.current.clock.advance(lifetimes.hourMs - 1);
  await expect(send(ada)).rejects.toMatchObject({
    tag: "@error/RateLimited",
    extra: { retryAfterSeconds: 1 },
  });
  run.current.clock.advance(1);
  await send(ada);
});

test.each(locales.flatMap((locale) => previewedEmails.map((mail) => [locale, mail] as const)))(
  "the preview of %s %s has the tenancy's look in both themes",
  async (locale, mail) => {
    const { ctx } = await createTestTenancy(run.current);
    const branded = {
      ...ctx,
      tenancy: { ...ctx.tenancy, brandName: "<b>Harbour</b>", brandColor: "#123456" },
    };
    const { html, text } = previewEmail(branded, { mail, locale, now: ctx.clock.now() });
    const light = inTheme(html, "light");
    const dark = inTheme(html, "dark");
    expect(light).toContain("@media not all");
    expect(dark).toContain("@media all");
    for (const shown of [light, dark]) {
      expect(shown).not.toMatch(/prefers-color-scheme|<b>|light dark/);
      expect(shown).toContain("#123456");
    }
    expect(text).toContain("Harbour");
  },
);

test("a preview shows a logo that is not saved yet, and its URL is inert", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const choice = { mail: "login", locale: "en", now: ctx.clock.now() } as const;
  const shown = (logoUrl: string | null) => previewEmail({ ...ctx, logoUrl }, choice).html;
  expect(shown("data:image/png;base64,AAAA")).toContain('src="data:image/png;base64,AAAA"');
  expect(shown('"><script>')).not.toContain("<script>");
  const saved = { ...ctx, tenancy: { ...ctx.tenancy, brandLogoHash: "0123456789abcdef" } };
  expect(previewEmail(saved, choice).html).toContain(`/logo/${ctx.tenancy.id}/0123456789abcdef`);
  expect(previewEmail({ ...saved, logoUrl: null }, choice).html).not.toContain("<img");
});
