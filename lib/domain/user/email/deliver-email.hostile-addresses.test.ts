import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { confirmSenderDomain } from "@/lib/domain/admin/tenancy/sender-domain";
import { updateSettings } from "@/lib/domain/admin/tenancy/update-settings";
import type { TenancyContext } from "@/lib/domain/base/context";
import { challengeOf, createChallenge } from "@/testing/challenge-rules";
import { deliverDue, mailerTo } from "@/testing/email-delivery";
import { provideService } from "@/testing/provide-service";
import { type ResendReceiver, startResendReceiver } from "@/testing/resend-receiver";
import { type SmtpReceiver, startSmtpReceiver } from "@/testing/smtp-receiver";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { violationsOf } from "@/testing/violations";

const run = provideService();

const hostile: [name: string, address: string][] = [
  ["a comma list", "ada@example.com,eve@evil.example"],
  ["a comma list that only normalization makes", "ada@example.com\uff0ceve@evil.example"],
  ["a semicolon list", "ada@example.com;eve@evil.example"],
  ["a list by spaces", "ada@example.com eve@evil.example"],
  ["a second header", "ada@example.com\r\nBcc: eve@evil.example"],
  ["a display name", "Ada <eve@evil.example>"],
  ["a group", "friends:ada@example.com,eve@evil.example;"],
  ["a quoted local part", '"ada"@example.com'],
  ["a quoted address before another domain", '"ada@example.com"@evil.example'],
  ["a quoted local part with a list inside", '"eve@evil.example,ada"@example.com'],
  ["a comment", "ada(eve@evil.example)@example.com"],
  ["a comment in the domain", "ada@example.com(.evil.example)"],
  ["a full-width at sign", "ada\uff20evil.example"],
  ["a source route", "@evil.example:ada@example.com"],
  ["a percent route", "ada%evil.example@"],
  ["an address literal", "ada@[127.0.0.1]"],
  ["a domain that normalizes to a path", "ada@evil.example\u2100example.com"],
];

type Entrance = [
  name: string,
  tag: "InvalidEmail" | "BadRequest",
  send: (tenancy: TestTenancy, email: string) => ReturnType<TestTenancy["backend"]>,
];
const entrances: Entrance[] = [
  // Deployed clients of challenges know no InvalidEmail.
  ["POST challenges", "BadRequest", (tenancy, email) => createChallenge(tenancy, { email })],
  [
    "registration/authorize",
    "InvalidEmail",
    (tenancy, email) =>
      tenancy.backend("POST", "passkey/registration/authorize", { username: "ada", email }),
  ],
  [
    "registration/options",
    "InvalidEmail",
    (tenancy, email) => tenancy.browser("POST", "passkey/registration/options", { email }),
  ],
  [
    "authentication/options",
    "InvalidEmail",
    (tenancy, email) => tenancy.browser("POST", "passkey/authentication/options", { email }),
  ],
];

test("every entrance refuses an address that could mean two or another, and queues no email", async () => {
  const cases = entrances.flatMap(([entrance, tag, send]) =>
    hostile.map(([name, address]) => [`${entrance}: ${name}`, tag, send, address] as const),
  );
  const violations = await violationsOf(cases, async (_name, tag, send, address) => {
    const tenancy = await createTestTenancy(run.current);
    expect(await send(tenancy, address)).toMatchObject({
      status: 400,
      body: { _tag: `@error/${tag}` },
    });
    expect(await run.current.db.outboxEmail.count({ where: { tenancyId: tenancy.id } })).toBe(0);
  });
  expect(violations).toEqual([]);
});

test("an address in composed and decomposed form is one mailbox with one limit", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { challengesPerTenMinutes: 1 });
  await challengeOf(tenancy, { email: "zoe\u0308@example.com" });
  expect(await createChallenge(tenancy, { email: "ZO\u00cb@EXAMPLE\u3002com" })).toMatchObject({
    status: 429,
    body: { _tag: "@error/ChallengeRateLimited" },
  });
});

describe("what a provider gets", () => {
  let smtp: SmtpReceiver;
  let resend: ResendReceiver;
  let tenancy: TestTenancy;

  beforeAll(async () => {
    [smtp, resend] = [await startSmtpReceiver(), await startResendReceiver()];
    await run.current.db.outboxEmail.deleteMany();
    tenancy = await createTestTenancy(run.current);
    await updateSettings(tenancy.ctx, {
      changes: { mailSender: "codes@bücher.example", mailReplyTo: "hilfe@bücher.example" },
    });
    await confirmSenderDomain(
      tenancy.ctx as TenancyContext & { actor: { kind: "operator"; id: string } },
      "xn--bcher-kva.example",
    );
  });
  afterAll(() => Promise.all([smtp.goDown(), resend.close()]));

  test("is the ASCII domain over SMTP, in envelope and headers", async () => {
    await challengeOf(tenancy, { email: "ada@müller\uff0eexample" });
    const mailer = mailerTo(run.current, { smtp });
    await deliverDue(run.current, mailer);
    mailer.close();
    const [mail] = smtp.mails;
    expect(smtp.mails).toHaveLength(1);
    const head = mail?.raw.slice(0, mail.raw.indexOf("\r\n\r\n")) ?? "";
    expect(head).toMatch(/^To: ada@xn--mller-kva\.example\r?$/m);
    expect(head).toMatch(/^From: .*<codes@xn--bcher-kva\.example>\r?$/m);
    expect(head).toMatch(/^Reply-To: hilfe@xn--bcher-kva\.example\r?$/m);
    // The receiver shows domains in Unicode.
    expect(mail?.to).toEqual(["ada@müller.example"]);
  });

  test("is the ASCII domain over Resend's API", async () => {
    await challengeOf(tenancy, { email: "eve@müller\uff0eexample" });
    await deliverDue(run.current, mailerTo(run.current, { resend }));
    expect(resend.mails).toMatchObject([
      {
        to: "eve@xn--mller-kva.example",
        from: expect.stringContaining("<codes@xn--bcher-kva.example>") as string,
        reply_to: "hilfe@xn--bcher-kva.example",
      },
    ]);
  });
});
