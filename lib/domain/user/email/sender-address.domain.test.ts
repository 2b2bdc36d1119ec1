import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { getConfig } from "@/lib/config";
import {
  confirmSenderDomain,
  getSender,
  listPendingSenders,
  withdrawSenderDomain,
} from "@/lib/domain/admin/tenancy/sender-domain";
import { setBranding } from "@/lib/domain/admin/tenancy/set-branding";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { TenancyContext } from "@/lib/domain/base/context";
import { challengeOf, newMailbox } from "@/testing/challenge-rules";
import { deliverDue, mailerTo } from "@/testing/email-delivery";
import { provideService } from "@/testing/provide-service";
import { type ResendReceiver, startResendReceiver } from "@/testing/resend-receiver";
import { type SmtpReceiver, startSmtpReceiver } from "@/testing/smtp-receiver";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
let smtp: SmtpReceiver;
let resend: ResendReceiver;
let bySmtp: ReturnType<typeof mailerTo>;
let byResend: ReturnType<typeof mailerTo>;

beforeAll(async () => {
  [smtp, resend] = [await startSmtpReceiver(), await startResendReceiver()];
  [bySmtp, byResend] = [mailerTo(run.current, { smtp }), mailerTo(run.current, { resend })];
});
afterAll(async () => {
  bySmtp.close();
  await Promise.all([smtp.goDown(), resend.close()]);
});
beforeEach(async () => {
  await run.current.db.outboxEmail.deleteMany();
  for (const list of [smtp.mails, resend.mails]) list.length = 0;
});

test("an unconfirmed sender is replaced by the installation's address", async () => {
  const tenancy = await createTestTenancy(run.current, { name: "Mallory" });
  await updateSettings(tenancy.ctx, {
    changes: {
      mailSender: "security@bank.example",
      mailReplyTo: "mallory@shop.example",
      brandName: "Bank",
    },
  });
  await challengeOf(tenancy);
  await deliverDue(run.current, bySmtp);
  await challengeOf(tenancy);
  await deliverDue(run.current, byResend);
  const { mailFrom } = getConfig();
  expect(smtp.mails.map(({ from, parsed }) => [from, parsed.from, parsed.replyTo])).toEqual([
    [
      mailFrom,
      { name: "Bank", address: mailFrom },
      [{ name: "", address: "mallory@shop.example" }],
    ],
  ]);
  expect(resend.mails).toMatchObject([
    { from: expect.stringContaining(`<${mailFrom}>`) as string, reply_to: "mallory@shop.example" },
  ]);
});

const asSystemOwner = ({ ctx }: TestTenancy) =>
  ctx as TenancyContext & { actor: { kind: "operator"; id: string } };
const save = ({ ctx }: TestTenancy, mailSender: string | null) =>
  updateSettings(ctx, { changes: { mailSender } });

/** Sends an email of the tenancy and returns its envelope sender. */
async function sentFrom(tenancy: TestTenancy): Promise<string> {
  smtp.mails.length = 0;
  await challengeOf(tenancy, { email: newMailbox() });
  await deliverDue(run.current, bySmtp);
  return smtp.mails.map(({ from }) => String(from)).join();
}

test("a confirmed domain is used with any local part until it is withdrawn", async () => {
  const tenancy = await createTestTenancy(run.current);
  await save(tenancy, "codes@shop.example");
  await confirmSenderDomain(asSystemOwner(tenancy), "shop.example");
  expect(await sentFrom(tenancy)).toBe("codes@shop.example");
  await save(tenancy, "hello@SHOP.example");
  expect(await sentFrom(tenancy)).toBe("hello@shop.example");
  await withdrawSenderDomain(asSystemOwner(tenancy), "shop.example");
  expect(await sentFrom(tenancy)).toBe(getConfig().mailFrom);
  await expect(withdrawSenderDomain(asSystemOwner(tenancy), "shop.example")).rejects.toMatchObject({
    tag: "@error/NotFound",
  });
});

test.each([
  "codes@bank.example",
  "codes@sub.shop.example",
  "codes@example",
  "codes@shop.example.evil.example",
])("%s needs its own confirmation, and shop.example a new one afterwards", async (other) => {
  const tenancy = await createTestTenancy(run.current);
  await save(tenancy, "codes@shop.example");
  await confirmSenderDomain(asSystemOwner(tenancy), "shop.example");
  if (other === "codes@example")
    await expect(save(tenancy, other)).rejects.toMatchObject({ tag: "@error/BadRequest" });
  else {
    await save(tenancy, other);
    expect(await sentFrom(tenancy)).toBe(getConfig().mailFrom);
    await save(tenancy, "codes@shop.example");
    expect(await sentFrom(tenancy)).toBe(getConfig().mailFrom);
  }
});

test("a confirmation applies to one tenancy only", async () => {
  const owner = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  for (const tenancy of [owner, other]) await save(tenancy, "codes@shop.example");
  await confirmSenderDomain(asSystemOwner(owner), "shop.example");
  expect([await sentFrom(owner), await sentFrom(other)]).toEqual([
    "codes@shop.example",
    getConfig().mailFrom,
  ]);
});

test("a sender written by the previous release is not used without a confirmation", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { mailSender: "codes@shop.example" });
  expect(await sentFrom(tenancy)).toBe(getConfig().mailFrom);
  expect(await getSender(tenancy.ctx)).toMatchObject({
    wanted: "codes@shop.example",
    used: getConfig().mailFrom,
    confirmedAt: null,
    graceUntil: null,
  });
});

test("a confirmation fails unless the domain is the one that the operator saw", async () => {
  const tenancy = await createTestTenancy(run.current);
  await expect(confirmSenderDomain(asSystemOwner(tenancy), "shop.example")).rejects.toMatchObject({
    tag: "@error/BadRequest",
  });
  await save(tenancy, "codes@shop.example");
  await save(tenancy, "codes@bank.example");
  await expect(confirmSenderDomain(asSystemOwner(tenancy), "shop.example")).rejects.toMatchObject({
    extra: { issues: [{ path: "domain" }] },
  });
  expect(await sentFrom(tenancy)).toBe(getConfig().mailFrom);
});

test("a confirmation that races a change of the sender never covers the new domain", async () => {
  for (let round = 0; round < 10; round++) {
    const tenancy = await createTestTenancy(run.current);
    await save(tenancy, "codes@shop.example");
    await Promise.allSettled([
      confirmSenderDomain(asSystemOwner(tenancy), "shop.example"),
      save(tenancy, "codes@bank.example"),
    ]);
    expect(await getSender(tenancy.ctx)).toMatchObject({
      wanted: "codes@bank.example",
      used: getConfig().mailFrom,
    });
  }
});

test("a domain in another script is compared in ASCII", async () => {
  const tenancy = await createTestTenancy(run.current);
  await save(tenancy, "codes@bücher.example");
  await confirmSenderDomain(asSystemOwner(tenancy), "xn--bcher-kva.example");
  expect(await getSender(tenancy.ctx)).toMatchObject({ used: "codes@bücher.example" });
});

test("the command line confirms a domain immediately", async () => {
  const tenancy = await createTestTenancy(run.current);
  await setBranding(
    { ...tenancy.ctx, actor: { kind: "system" } },
    { mailSender: "codes@shop.example" },
  );
  expect(await sentFrom(tenancy)).toBe("codes@shop.example");
  await setBranding(tenancy.ctx, { mailSender: "codes@bank.example" });
  expect(await sentFrom(tenancy)).toBe(getConfig().mailFrom);
});

test("senders from before the upgrade work for 30 days and are listed until confirmed", async () => {
  const tenancy = await createTestTenancy(
    run.current,
    { name: "Old shop" },
    { mailSender: "codes@Bücher.example" },
  );
  const migration = readFileSync(
    new URL(
      "../../../../prisma/migrations/20261122180000_sender_domains/migration.sql",
      import.meta.url,
    ),
    "utf8",
  );
  // The tests' clock differs from PostgreSQL's.
  const insert = migration
    .slice(migration.indexOf("INSERT INTO"))
    .replaceAll("now()", `'${new Date(run.current.clock.now()).toISOString()}'::timestamptz`);
  await run.current.db.$executeRawUnsafe(insert);
  expect(await sentFrom(tenancy)).toBe("codes@bücher.example");
  const listed = async () =>
    (await listPendingSenders(run.current)).filter(({ tenancyId }) => tenancyId === tenancy.id);
  const until = run.current.clock.now() + 30 * 86_400_000;
  expect(await listed()).toMatchObject([
    { tenancyName: "Old shop", domain: "xn--bcher-kva.example", graceUntil: until },
  ]);
  await save(tenancy, "hello@bücher.example");
  expect([await sentFrom(tenancy), await listed()]).toMatchObject([
    "hello@bücher.example",
    [{ graceUntil: until }],
  ]);
  await save(tenancy, "codes@bücher.example");
  run.current.clock.advance(30 * 86_400_000);
  expect(await sentFrom(tenancy)).toBe(getConfig().mailFrom);
  expect(await listed()).toMatchObject([{ graceUntil: null }]);
  await confirmSenderDomain(asSystemOwner(tenancy), "xn--bcher-kva.example");
  expect([await sentFrom(tenancy), await listed()]).toEqual(["codes@bücher.example", []]);
});

test("confirmations and withdrawals are audited with their operator", async () => {
  const tenancy = await createTestTenancy(run.current);
  await save(tenancy, "codes@shop.example");
  await confirmSenderDomain(asSystemOwner(tenancy), "shop.example");
  run.current.clock.advance(1);
  await withdrawSenderDomain(asSystemOwner(tenancy), "shop.example");
  const events = await run.current.db.auditEvent.findMany({
    where: { tenancyId: tenancy.id, action: { startsWith: "tenancy.sender-domain" } },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ action, actorId }) => [action, actorId])).toEqual([
    ["tenancy.sender-domain-confirmed", asSystemOwner(tenancy).actor.id],
    ["tenancy.sender-domain-withdrawn", asSystemOwner(tenancy).actor.id],
  ]);
});
