import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getConfig } from "@/lib/config";
import { lifetimes } from "@/lib/limits";
import { claimOne, deliverDue, endLease, mailerTo } from "@/lib/testing/email-delivery";
import { underSecret } from "@/lib/testing/other-instance";
import { startResendReceiver, type ResendReceiver } from "@/lib/testing/resend-receiver";
import { startSmtpReceiver, type SmtpReceiver } from "@/lib/testing/smtp-receiver";
import { createTestTenancy, type TestTenancy } from "@/lib/testing/test-tenancy";
import {
  challengeOf,
  createChallenge,
  guess,
  newMailbox,
  verify,
} from "@/tests/support/challenge-rules";
import { provideService } from "@/tests/support/provide-service";
import { claimDeliveries, type ClaimedDelivery } from "./claim-deliveries";
import { deliverEmail } from "./deliver-email";
import { queueNotices } from "./queue-notices";

const run = provideService();
const second = 1_000;
const minute = 60 * second;

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
  // What other tests left is due as well.
  await run.current.db.outboxMail.deleteMany();
  smtp.behaviour = resend.behaviour = "accept";
  for (const list of [smtp.mails, resend.mails, resend.keys]) list.length = 0;
});

const rowOf = (tenancy: TestTenancy) =>
  run.current.db.outboxMail.findFirstOrThrow({ where: { tenancyId: tenancy.id } });
const rowsOf = (tenancy: TestTenancy) =>
  run.current.db.outboxMail.findMany({ where: { tenancyId: tenancy.id } });
const deliver = (mailer = bySmtp) => deliverDue(run.current, mailer);
const serverError = { status: 500, name: "internal_server_error", message: "No." };

describe("news for an operator", () => {
  const queue = async (tenancy: TestTenancy, to: string[], lifetimeMs: number) => {
    const untilMs = run.current.clock.now() + lifetimeMs;
    const mail = {
      kind: "invitation" as const,
      tenancy: "Harbour",
      inviter: "ada@example.com",
      role: "support" as const,
      link: "http://localhost:3000/console/invitation#secret-of-the-link",
      untilMs,
    };
    await run.current.db.$transaction((tx) =>
      queueNotices(tenancy.ctx, tx, { to, mail, expiresAt: untilMs }),
    );
  };

  test("goes once to each, with its link, and nothing readable is kept of it, before or after", async () => {
    const tenancy = await createTestTenancy(run.current);
    const to = [newMailbox(), newMailbox()];
    await queue(tenancy, to, minute);
    expect(JSON.stringify(await rowsOf(tenancy))).not.toMatch(
      /secret-of-the-link|Harbour|example\.com/,
    );
    expect(await deliver()).toEqual(["sent", "sent"]);
    expect(smtp.mails.map((mail) => mail.to.join()).sort()).toEqual(to.toSorted());
    for (const { parsed } of smtp.mails)
      expect(parsed.text).toContain("http://localhost:3000/console/invitation#secret-of-the-link");
    for (const row of await rowsOf(tenancy))
      expect(row).toMatchObject({ state: "sent", sealed: null });
  });

  test("is not sent any more once it is over", async () => {
    const tenancy = await createTestTenancy(run.current);
    await queue(tenancy, [newMailbox()], minute);
    run.current.clock.advance(minute);
    expect(await deliver()).toEqual(["dead"]);
    expect(smtp.mails).toEqual([]);
  });
});

describe("a mail that goes", () => {
  test("arrives once, with the very code that verifies, and nothing is kept of it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const { challengeId, secret } = await challengeOf(tenancy, { email, name: "Ada" });
    expect(await deliver()).toEqual(["sent"]);
    expect(await deliver()).toEqual([]);
    const [mail, ...others] = smtp.mails;
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
      lastError: null,
    });
    expect((await verify(tenancy, { challengeId, secret, code })).status).toBe(200);
  });

  test("says what the answer to the backend said", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { body } = await createChallenge(tenancy, {
      purpose: "recovery",
      locale: "fr-CA",
      name: "Ada",
    });
    await deliver(byResend);
    const { message } = body["challenge"] as { message: { html: string; text: string } };
    expect(resend.mails).toMatchObject([{ ...message, key: (await rowOf(tenancy)).id }]);
  });

  test("has ten digits after thirty wrong codes for the mailbox", async () => {
    const tenancy = await createTestTenancy(
      run.current,
      {},
      { challengesPerTenMinutes: 100, challengesPerDay: 100 },
    );
    const email = newMailbox();
    // Ten at the first two, then one each.
    for (let made = 0; made < 22; made++) {
      const challenge = await challengeOf(tenancy, { email, sendEmail: false });
      for (let index = 0; index < 5; index++) await guess(tenancy, challenge, index);
    }
    const { challengeId, secret } = await challengeOf(tenancy, { email });
    expect(await deliver()).toEqual(["sent"]);
    const code = /^\d+$/m.exec(smtp.mails[0]?.parsed.text ?? "")?.[0] ?? "";
    expect(code).toHaveLength(10);
    expect((await verify(tenancy, { challengeId, secret, code })).status).toBe(200);
  });

  test("goes to the ASCII domain that was validated", async () => {
    const tenancy = await createTestTenancy(run.current);
    // Umlauts, full-width letters, and the ideographic full stop: IDNA maps each to ASCII.
    for (const email of [
      "Ada.1@BÜCHER.example",
      "Ada.2@\uff45xample.com",
      "Ada.3@example\u3002com",
    ])
      await challengeOf(tenancy, { email });
    await deliver(byResend);
    expect(resend.mails.map(({ to }) => String(to)).sort()).toEqual([
      "Ada.1@xn--bcher-kva.example",
      "Ada.2@example.com",
      "Ada.3@example.com",
    ]);
  });

  test("comes from the tenancy's sender under its brand, else from the service's", async () => {
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
    expect(smtp.mails.map(({ from, parsed }) => [from, parsed.from, parsed.replyTo])).toEqual([
      [
        "codes@shop.example",
        { name: 'The "Best" Shop', address: "codes@shop.example" },
        [{ name: "", address: "help@shop.example" }],
      ],
      [getConfig().mailFrom, { name: "Plain", address: getConfig().mailFrom }, undefined],
    ]);
    expect(smtp.mails.map(({ parsed }) => parsed.subject)).toEqual([
      'Your sign-in code for The "Best" Shop',
      "Your sign-in code for Plain",
    ]);
    await challengeOf(own);
    await deliver(byResend);
    expect(resend.mails).toMatchObject([
      { from: '"The Best Shop" <codes@shop.example>', reply_to: "help@shop.example" },
    ]);
  });

  test.each([
    ["SMTP", () => bySmtp, () => smtp.mails.map(({ to }) => String(to))],
    ["Resend", () => byResend, () => resend.mails.map(({ to }) => to)],
  ])("goes once over %s, however many workers there are", async (_name, mailer, recipients) => {
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

describe("a mail that is refused", () => {
  test("is given up at once: its content goes, and the reason stays without address and code", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const { code } = await challengeOf(tenancy, { email });
    smtp.behaviour = "refuse";
    expect(await deliver()).toEqual(["dead"]);
    const row = await rowOf(tenancy);
    expect(row).toMatchObject({
      state: "dead",
      sealed: null,
      sentAt: null,
      attempts: 1,
      lastError: expect.stringContaining("550 5.1.1"),
    });
    for (const hidden of [email, code]) expect(row.lastError).not.toContain(hidden);
    smtp.behaviour = "accept";
    run.current.clock.advance(minute);
    expect(await deliver()).toEqual([]);
    expect(smtp.mails).toEqual([]);
  });

  test("is given up as fast when the reason is long", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    resend.behaviour = { status: 422, name: "validation_error", message: "x".repeat(250_000) };
    expect(await deliver(byResend)).toEqual(["dead"]);
    expect((await rowOf(tenancy)).lastError).toHaveLength(300);
  });

  test("leaves a reason that is short and without content, whatever the provider quotes", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { codeDigits: 8 });
    const email = newMailbox();
    const { code } = await challengeOf(tenancy, { email });
    resend.behaviour = {
      status: 422,
      name: "validation_error",
      message: `<${email}> with "${code},"\0\r\nand ${`${code}${email}`.repeat(50_000)} is no good`,
    };
    expect(await deliver(byResend)).toEqual(["dead"]);
    const { lastError } = await rowOf(tenancy);
    expect(lastError).toMatch(/^422 validation_error: … with "…,?" and …/);
    expect(lastError?.length).toBeLessThanOrEqual(300);
    for (const hidden of [email, code]) expect(lastError).not.toContain(hidden);
  });
});

describe("a mail that fails for now", () => {
  test("is tried again later and later, until its code is of no use any more", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    smtp.behaviour = "defer";
    const { expiresAt } = await rowOf(tenancy);
    for (let attempts = 1; ; attempts++) {
      const now = run.current.clock.now();
      expect(await deliver()).toEqual(["retried"]);
      const row = await rowOf(tenancy);
      expect(row).toMatchObject({
        state: "queued",
        attempts,
        sealed: expect.stringMatching(/^eyJ/),
        lastError: expect.stringContaining("451 4.3.0"),
      });
      const full = Math.min(minute, 2 * second * 2 ** (attempts - 1));
      const waitMs = row.dueAt.getTime() - now;
      expect(waitMs).toBeLessThanOrEqual(full);
      if (row.dueAt < expiresAt) expect(waitMs).toBeGreaterThanOrEqual(full / 2);
      // One millisecond before, nobody takes it.
      run.current.clock.advance(waitMs - 1);
      expect((await claimDeliveries(run.current, { room: 1 })).mails).toEqual([]);
      run.current.clock.advance(1);
      if (row.dueAt >= expiresAt) {
        expect(row.dueAt).toEqual(expiresAt);
        expect(attempts).toBeGreaterThan(12);
        break;
      }
    }
    smtp.behaviour = "accept";
    expect(await deliver()).toEqual(["dead"]);
    // What hindered it tells more than that its time was over.
    expect(await rowOf(tenancy)).toMatchObject({
      state: "dead",
      sealed: null,
      lastError: expect.stringContaining("451 4.3.0"),
    });
    expect(smtp.mails).toEqual([]);
  });

  test("does not come back with the whole crowd", async () => {
    const tenancy = await createTestTenancy(run.current);
    await Promise.all(Array.from({ length: 20 }, () => challengeOf(tenancy)));
    smtp.behaviour = "defer";
    expect(await deliver()).toEqual(Array.from({ length: 20 }, () => "retried"));
    expect(
      new Set((await rowsOf(tenancy)).map(({ dueAt }) => dueAt.getTime())).size,
    ).toBeGreaterThan(5);
  });

  test.each([
    ["waits as long as the provider asks", "90", 90 * second],
    ["waits no longer than its code lives", "86400", 10 * minute],
  ])("%s", async (_name, retryAfter, waitMs) => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    resend.behaviour = {
      status: 429,
      name: "rate_limit_exceeded",
      message: "Too many",
      headers: { "Retry-After": retryAfter },
    };
    expect(await deliver(byResend)).toEqual(["retried"]);
    expect((await rowOf(tenancy)).dueAt.getTime() - run.current.clock.now()).toBe(waitMs);
  });

  test("waits its own time where the provider asks for less", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    resend.behaviour = {
      status: 429,
      name: "rate_limit_exceeded",
      message: "Too many",
      headers: { "Retry-After": "0.001" },
    };
    await deliver(byResend);
    expect((await rowOf(tenancy)).dueAt.getTime() - run.current.clock.now()).toBeGreaterThanOrEqual(
      second,
    );
  });

  test("arrives once its provider has come back after a minute, and forgets what hindered it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { code } = await challengeOf(tenancy);
    await smtp.goDown();
    for (let passed = 0; passed < 60; passed += 5) {
      expect(await deliver()).not.toContain("sent");
      run.current.clock.advance(5 * second);
    }
    expect(await rowOf(tenancy)).toMatchObject({
      state: "queued",
      lastError: expect.stringContaining("ECONNREFUSED"),
    });
    await smtp.comeBack();
    run.current.clock.advance(minute);
    expect(await deliver()).toEqual(["sent"]);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.parsed.text).toContain(code);
    expect(await rowOf(tenancy)).toMatchObject({ state: "sent", sealed: null, lastError: null });
  });

  test("is accepted once by a provider that knows its key, when the answer was lost", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    resend.behaviour = "take and drop";
    expect(await deliver(byResend)).toEqual(["retried"]);
    resend.behaviour = "accept";
    run.current.clock.advance(2 * second);
    expect(await deliver(byResend)).toEqual(["sent"]);
    const { id } = await rowOf(tenancy);
    expect([resend.keys, resend.mails.length]).toEqual([[id, id], 1]);
  });

  test("is accepted once even when its brand changed between two attempts", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    resend.behaviour = "take and drop";
    await deliver(byResend);
    await tenancy.set({ brandName: "Renamed" });
    resend.behaviour = "accept";
    run.current.clock.advance(2 * second);
    expect(await deliver(byResend)).toEqual(["sent"]);
    expect(resend.mails).toMatchObject([{ subject: "Your sign-in code for Test" }]);
  });

  test("holds up no other", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    resend.behaviour = serverError;
    expect(await deliver(byResend)).toEqual(["retried"]);
    resend.behaviour = "accept";
    await challengeOf(tenancy);
    expect(await deliver(byResend)).toEqual(["sent"]);
  });
});

describe("a worker that has a mail in hand", () => {
  test("has it alone while its lease lasts; when it has died, somebody else sends it", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    expect((await claimOne(run.current)).attempts).toBe(1);
    run.current.clock.advance(lifetimes.deliveryLeaseMs - 1);
    expect(await deliver()).toEqual([]);
    run.current.clock.advance(1);
    expect(await deliver()).toEqual(["sent"]);
    expect(smtp.mails).toHaveLength(1);
    expect(await rowOf(tenancy)).toMatchObject({ state: "sent", attempts: 2 });
  });

  test.each([
    ["fails", serverError],
    ["is refused", { status: 422, name: "validation_error", message: "No." }],
  ])(
    "and comes to itself after its lease leaves the mail to the next, though its own attempt %s",
    async (_name, behaviour) => {
      const tenancy = await createTestTenancy(run.current);
      await challengeOf(tenancy);
      const late = await claimOne(run.current);
      endLease(run.current);
      const next = await claimOne(run.current);
      resend.behaviour = behaviour;
      await deliverEmail(run.current, byResend, late);
      // Not due while the next has it.
      run.current.clock.advance(lifetimes.deliveryLeaseMs - 1);
      expect((await claimDeliveries(run.current, { room: 1 })).mails).toEqual([]);
      resend.behaviour = "accept";
      expect(await deliverEmail(run.current, byResend, next)).toBe("sent");
      expect(await rowOf(tenancy)).toMatchObject({ state: "sent", sealed: null, attempts: 2 });
    },
  );

  test("and comes to itself after the code has expired sends nothing", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    const late = await claimOne(run.current);
    run.current.clock.advance(10 * minute);
    expect(await deliverEmail(run.current, byResend, late)).toBe("dead");
    expect(resend.keys).toEqual([]);
    expect(await rowOf(tenancy)).toMatchObject({ state: "dead", sealed: null });
  });

  test("and sends it after somebody else did changes nothing", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    const late = await claimOne(run.current);
    endLease(run.current);
    expect(await deliver(byResend)).toEqual(["sent"]);
    const before = await rowOf(tenancy);
    for (const behaviour of [serverError, "accept"] as const) {
      resend.behaviour = behaviour;
      await deliverEmail(run.current, byResend, late);
      expect(await rowOf(tenancy)).toEqual(before);
    }
    expect(resend.mails).toHaveLength(1);
  });
});

describe("a mail that nobody wants any more", () => {
  const endings: [
    string,
    (
      tenancy: TestTenancy,
      challenge: Awaited<ReturnType<typeof challengeOf>>,
      email: string,
    ) => Promise<unknown>,
  ][] = [
    ["has expired", async () => run.current.clock.advance(10 * minute)],
    ["was verified", (tenancy, challenge) => verify(tenancy, challenge)],
    [
      "was deleted",
      (tenancy, { challengeId }) => tenancy.backend("DELETE", `challenges/${challengeId}`),
    ],
    [
      "was superseded",
      (tenancy, _challenge, email) =>
        challengeOf(tenancy, { email, invalidateOthers: true, sendEmail: false }),
    ],
    [
      "is gone",
      (tenancy) => run.current.db.challenge.deleteMany({ where: { tenancyId: tenancy.id } }),
    ],
    [
      "belongs to a tenancy that was suspended",
      (tenancy) => tenancy.set({ suspendedAt: new Date(run.current.clock.now()) }),
    ],
  ];

  test.each(endings)("is never sent: its challenge %s", async (_name, end) => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const challenge = await challengeOf(tenancy, { email });
    await end(tenancy, challenge, email);
    expect(await deliver(byResend)).toEqual(["dead"]);
    expect(resend.keys).toEqual([]);
    expect(await rowOf(tenancy)).toMatchObject({
      state: "dead",
      sealed: null,
      sentAt: null,
      lastError: "It was no longer wanted when its turn came.",
    });
  });

  test.each(endings)("is not tried again after it failed: its challenge %s", async (_name, end) => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    const challenge = await challengeOf(tenancy, { email });
    resend.behaviour = serverError;
    expect(await deliver(byResend)).toEqual(["retried"]);
    await end(tenancy, challenge, email);
    resend.behaviour = "accept";
    run.current.clock.advance(minute);
    expect(await deliver(byResend)).toEqual(["dead"]);
    expect(resend.keys).toHaveLength(1);
    expect(await rowOf(tenancy)).toMatchObject({
      state: "dead",
      sealed: null,
      lastError: "500 internal_server_error: No.",
    });
  });

  test("does not keep the one that superseded it from going", async () => {
    const tenancy = await createTestTenancy(run.current);
    const email = newMailbox();
    await challengeOf(tenancy, { email });
    const { code } = await challengeOf(tenancy, { email, invalidateOthers: true });
    expect((await deliver()).sort()).toEqual(["dead", "sent"]);
    expect(smtp.mails).toHaveLength(1);
    expect(smtp.mails[0]?.parsed.text).toContain(code);
  });
});

describe("the secret that mails are sealed under", () => {
  const other = "another secret of the tests, 32 bytes or more";

  test("may have changed: what was sealed under the previous one still goes", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { code } = await challengeOf(tenancy);
    expect(await deliverDue(underSecret(run.current, other, getConfig().secret), bySmtp)).toEqual([
      "sent",
    ]);
    expect(smtp.mails[0]?.parsed.text).toContain(code);
    expect(await rowOf(tenancy)).toMatchObject({ state: "sent" });
  });

  test("may be lost: the mail is given up, and says why", async () => {
    const tenancy = await createTestTenancy(run.current);
    await challengeOf(tenancy);
    expect(await deliverDue(underSecret(run.current, other), bySmtp)).toEqual(["dead"]);
    expect(smtp.mails).toEqual([]);
    expect(await rowOf(tenancy)).toMatchObject({
      state: "dead",
      sealed: null,
      lastError: "It was sealed under a secret that is not known any more.",
    });
  });
});

test("the oldest goes first, and no more than were asked for", async () => {
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
      bySmtp,
      (await claimDeliveries(run.current, { room: 1 })).mails[0] as ClaimedDelivery,
    );
    expect(smtp.mails.at(-1)?.to).toEqual([email]);
  }
});

test("without a provider a mail waits for one to be configured, and local mode keeps it in the inbox", async () => {
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
  // Twice, as after a crash between keeping and settling.
  for (let time = 0; time < 2; time++) await deliverEmail(run.current, inbox, mail);
  expect(
    await run.current.db.inboxMail.findMany({ where: { tenancyId: tenancy.id } }),
  ).toMatchObject([{ id: mail.id, recipient: email, text: expect.stringContaining(code) }]);
  expect(await rowOf(tenancy)).toMatchObject({ state: "sent" });
});
