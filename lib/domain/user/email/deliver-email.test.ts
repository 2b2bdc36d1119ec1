import { describe, expect, test } from "vitest";
import { getConfig } from "@/lib/config";
import type { Mailer } from "@/lib/platform/mailers/mailer";
import { challengeOf, createChallenge, guess, newMailbox, verify } from "@/testing/challenge-rules";
import { claimOne, deliverDue, mailerTo } from "@/testing/email-delivery";
import { minute, provideEmailProviders, second } from "@/testing/email-providers";
import { underSecret } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { claimDeliveries, type ClaimedDelivery } from "./claim-deliveries";
import { deliverEmail } from "./deliver-email";

const run = provideService();
const providers = provideEmailProviders(run);
const { deliver, rowOf, rowsOf } = providers;

describe("a delivered email", () => {
  test("arrives once with the code that verifies, and its content is deleted", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const { challengeId, secret } = await challengeOf(tenancy, { email, name: "Ada" });
    expect(await deliver()).toEqual(["sent"]);
    expect(await deliver()).toEqual([]);
    const [mail, ...others] = providers.smtp.mails;
    expect(others).toEqual([]);
    expect(mail).toMatchObject({
      to: [email],
      parsed: {
        subject: "Your sign-in code for Test",
        text: expect.stringContaining("Hello Ada,"),
      },
    });
    const code = /^\d{6}$/m.exec(mail?.parsed.text ?? "")?.[0] ?? "";
    expect(mail?.parsed.html).toContain(`>${code}<`);
    expect(await rowOf(tenancy)).toMatchObject({
      state: "sent",
      sealed: null,
      sentAt: new Date(run.current.clock.now()),
      attempts: 1,
      answer: "250 OK: message queued",
      endedBy: null,
      lastError: null,
    });
    expect((await verify(tenancy, { challengeId, secret, code })).status).toBe(200);
  });

  test("keeps the provider's id, and nothing that an answer quotes", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const { code } = await challengeOf(tenancy, { email });
    const id = "12345678-0ce1-4ea6-ab68-123456789012";
    const mailer: Mailer = {
      ...providers.bySmtp,
      send: () => Promise.resolve({ outcome: "sent", answer: `250 ${id}\r\n<${email}> ${code}\0` }),
    };
    expect(await deliver(mailer)).toEqual(["sent"]);
    expect((await rowOf(tenancy)).answer).toBe(`250 ${id} … …`);
  });

  test("equals the message in the API response", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { body } = await createChallenge(tenancy, {
      purpose: "recovery",
      locale: "fr-CA",
      name: "Ada",
    });
    await deliver(providers.byResend);
    const { message } = body["challenge"] as { message: { html: string; text: string } };
    expect(providers.resend.mails).toMatchObject([{ ...message, key: (await rowOf(tenancy)).id }]);
  });

  test("has ten digits after thirty wrong codes for the mailbox", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { challengesPerTenMinutes: 100, challengesPerDay: 100 },
    );
    const email = newMailbox();
    // Ten wrong codes for the first two challenges, then one each.
    for (let made = 0; made < 22; made++) {
      const challenge = await challengeOf(tenancy, { email, sendEmail: false });
      for (let index = 0; index < 5; index++) await guess(tenancy, challenge, index);
    }
    const { challengeId, secret } = await challengeOf(tenancy, { email });
    expect(await deliver()).toEqual(["sent"]);
    const code = /^\d+$/m.exec(providers.smtp.mails[0]?.parsed.text ?? "")?.[0] ?? "";
    expect(code).toHaveLength(10);
    expect((await verify(tenancy, { challengeId, secret, code })).status).toBe(200);
  });

  test("is sent to the validated ASCII domain", async () => {
    const tenancy = await createTestTenancy(run.current);
    // Umlauts, full-width letters, and the ideographic full stop: IDNA maps each to ASCII.
    for (const email of [
      "Ada.1@BÜCHER.example",
      "Ada.2@\uff45xample.com",
      "Ada.3@example\u3002com",
    ])
      await challengeOf(tenancy, { email });
    await deliver(providers.byResend);
    expect(providers.resend.mails.map(({ to }) => String(to)).sort()).toEqual([
      "Ada.1@xn--bcher-kva.example",
      "Ada.2@example.com",
      "Ada.3@example.com",
    ]);
  });

  test("comes from the tenancy's sender and brand, else from the installation's sender", async () => {
    const own = await createTestTenancy(
      run.current,
      { name: "Plain" },
      {
        brandName: 'The "Best"\r\nShop',
        mailSender: "codes@shop.example",
        mailReplyTo: "help@shop.example",
      },
    );
    const now = new Date(run.current.clock.now());
    await run.current.db.senderDomain.create({
      data: {
        tenancyId: own.id,
        domain: "shop.example",
        requestedAt: now,
        confirmedAt: now,
        confirmedBy: "system",
      },
    });
    const plain = await createTestTenancy(run.current, { name: "Plain" });
    for (const tenancy of [own, plain]) {
      await challengeOf(tenancy);
      await deliver();
    }
    expect(
      providers.smtp.mails.map(({ from, parsed }) => [from, parsed.from, parsed.replyTo]),
    ).toEqual([
      [
        "codes@shop.example",
        { name: 'The "Best" Shop', address: "codes@shop.example" },
        [{ name: "", address: "help@shop.example" }],
      ],
      [getConfig().mailFrom, { name: "Plain", address: getConfig().mailFrom }, undefined],
    ]);
    expect(providers.smtp.mails.map(({ parsed }) => parsed.subject)).toEqual([
      'Your sign-in code for The "Best" Shop',
      "Your sign-in code for Plain",
    ]);
    await challengeOf(own);
    await deliver(providers.byResend);
    expect(providers.resend.mails).toMatchObject([
      { from: '"The Best Shop" <codes@shop.example>', reply_to: "help@shop.example" },
    ]);
  });

  test.each([
    ["SMTP", () => providers.bySmtp, () => providers.smtp.mails.map(({ to }) => String(to))],
    ["Resend", () => providers.byResend, () => providers.resend.mails.map(({ to }) => to)],
  ])("is sent once over %s by any number of workers", async (_name, mailer, recipients) => {
    const tenancy = await createTestTenancy(run.current);
    const mailboxes = Array.from({ length: 60 }, newMailbox);
    await Promise.all(mailboxes.map((email) => challengeOf(tenancy, { email })));
    const workers = await Promise.all(Array.from({ length: 5 }, () => deliver(mailer())));
    expect(workers.flat()).toEqual(Array.from({ length: 60 }, () => "sent"));
    expect(workers.filter((deliveries) => deliveries.length > 0).length).toBeGreaterThan(1);
    expect(recipients().sort()).toEqual([...mailboxes].sort());
    expect(
      new Set(
        (await rowsOf(tenancy)).map(
          ({ state, attempts, sealed }) => `${state} ${attempts} ${sealed}`,
        ),
      ),
    ).toEqual(new Set(["sent 1 null"]));
  });
});

describe("a rejected email", () => {
  test("fails immediately; its content is deleted and the stored reason has no address or code", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const { code } = await challengeOf(tenancy, { email });
    providers.smtp.behaviour = "refuse";
    expect(await deliver()).toEqual(["dead"]);
    const row = await rowOf(tenancy);
    expect(row).toMatchObject({
      state: "dead",
      sealed: null,
      sentAt: null,
      attempts: 1,
      endedBy: "refused",
      answer: null,
      lastError: expect.stringContaining("550 5.1.1"),
    });
    for (const hidden of [email, code]) expect(row.lastError).not.toContain(hidden);
    providers.smtp.behaviour = "accept";
    run.current.clock.advance(minute);
    expect(await deliver()).toEqual([]);
    expect(providers.smtp.mails).toEqual([]);
  });

  test("stores at most 300 characters of a long reason", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    providers.resend.behaviour = {
      status: 422,
      name: "validation_error",
      message: "x".repeat(250_000),
    };
    expect(await deliver(providers.byResend)).toEqual(["dead"]);
    expect((await rowOf(tenancy)).lastError).toHaveLength(300);
  });

  test("stores a reason without the content that the provider quotes", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { codeDigits: 8 });
    const email = newMailbox();
    const { code } = await challengeOf(tenancy, { email });
    providers.resend.behaviour = {
      status: 422,
      name: "validation_error",
      message: `<${email}> with "${code},"\0\r\nand ${`${code}${email}`.repeat(50_000)} is no good`,
    };
    expect(await deliver(providers.byResend)).toEqual(["dead"]);
    const { lastError } = await rowOf(tenancy);
    expect(lastError).toMatch(/^422 validation_error: … with "…,?" and …/);
    expect(lastError?.length).toBeLessThanOrEqual(300);
    for (const hidden of [email, code]) expect(lastError).not.toContain(hidden);
  });
});

describe("the secret that encrypts emails", () => {
  const other = "another secret of the tests, 32 bytes or more";

  test("can be rotated: emails under the previous secret are still sent", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { code } = await challengeOf(tenancy);
    expect(
      await deliverDue(underSecret(run.current, other, getConfig().secret), providers.bySmtp),
    ).toEqual(["sent"]);
    expect(providers.smtp.mails[0]?.parsed.text).toContain(code);
    expect(await rowOf(tenancy)).toMatchObject({ state: "sent" });
  });

  test("can be lost: the email fails with a reason", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    expect(await deliverDue(underSecret(run.current, other), providers.bySmtp)).toEqual(["dead"]);
    expect(providers.smtp.mails).toEqual([]);
    expect(await rowOf(tenancy)).toMatchObject({
      state: "dead",
      sealed: null,
      endedBy: "expired",
      lastError: "The email is encrypted with a service secret that is no longer configured.",
    });
  });
});

test("sends the oldest email first, and claims no more than requested", async () => {
  const tenancy = await createTestTenancy(run.current);
  const order: string[] = [];
  for (let made = 0; made < 4; made++) {
    const email = newMailbox();
    await challengeOf(tenancy, { email });
    order.push(email);
    run.current.clock.advance(second);
  }
  for (const email of order) {
    await deliverEmail(
      run.current,
      providers.bySmtp,
      (await claimDeliveries(run.current, { room: 1 })).items[0] as ClaimedDelivery,
    );
    expect(providers.smtp.mails.at(-1)?.to).toEqual([email]);
  }
});

test("without a provider an email stays queued, and local mode stores it in the inbox", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = newMailbox();
  const { code } = await challengeOf(tenancy, { email });
  expect(await deliver(mailerTo(run.current, {}))).toEqual(["retried"]);
  expect(await rowOf(tenancy)).toMatchObject({
    state: "queued",
    lastError: expect.stringContaining("SMTP_URL"),
  });
  run.current.clock.advance(2 * second);
  const mail = await claimOne(run.current);
  const inbox = mailerTo(run.current, { local: true });
  // Twice, as after a crash between storing and settling.
  for (let time = 0; time < 2; time++) await deliverEmail(run.current, inbox, mail);
  expect(
    await run.current.db.inboxEmail.findMany({ where: { tenancyId: tenancy.id } }),
  ).toMatchObject([{ id: mail.id, recipient: email, text: expect.stringContaining(code) }]);
  expect(await rowOf(tenancy)).toMatchObject({ state: "sent" });
});
