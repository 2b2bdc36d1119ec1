import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { challengeOf, newMailbox } from "@/testing/challenge-rules";
import { deliverDue } from "@/testing/email-delivery";
import { minute, provideEmailProviders, second, serverError } from "@/testing/email-providers";
import { createFailover } from "@/testing/failover";
import { provideService } from "@/testing/provide-service";
import { type SmtpReceiver, startSmtpReceiver } from "@/testing/smtp-receiver";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";

const run = provideService();
const providers = provideEmailProviders(run);
const { rowsOf } = providers;

const concurrent = 3;
const attemptMs = 6 * second;
const skippedMs = 30 * second;

let tenancy: TestTenancy;
let other: SmtpReceiver;
let failover: ReturnType<typeof createFailover>;

beforeEach(async () => {
  tenancy = await createTestTenancy(run.current);
  other = await startSmtpReceiver();
});
afterEach(async () => {
  failover.mailer.close();
  await other.goDown();
  await providers.smtp.goDown();
  await providers.smtp.comeBack();
});

const resendFirst = () => (failover = createFailover(run.current, [providers.resend, other]));
const smtpFirst = () => (failover = createFailover(run.current, [providers.smtp, other]));
const deliver = () => deliverDue(run.current, failover.mailer, concurrent);

/** Requests codes, and returns their mailboxes. */
async function requestCodes(count: number): Promise<string[]> {
  const mailboxes = Array.from({ length: count }, newMailbox);
  for (const email of mailboxes) await challengeOf(tenancy, { email });
  return mailboxes;
}

const recipientsOf = ({ mails }: SmtpReceiver) => mails.flatMap(({ to }) => to);
const providersUsed = async () => (await rowsOf(tenancy)).map(({ provider }) => provider);

/** How long each email waited until a provider accepted it, by the clock. */
const waits = async () =>
  (await rowsOf(tenancy)).map(({ sentAt, createdAt }) =>
    sentAt === null ? Infinity : sentAt.getTime() - createdAt.getTime(),
  );

const attemptsAt = (provider: string) =>
  failover.attempts.filter(([id]) => id === provider).map(([, result]) => result);

const error = (status: number, name: string) => ({ status, name, message: "No." });

describe("every live code is delivered, once and at once, if the first provider", () => {
  test.each([
    ["answers 500", () => void (providers.resend.behaviour = serverError)],
    ["answers 503", () => void (providers.resend.behaviour = error(503, "unavailable"))],
    ["rejects the key", () => void (providers.resend.behaviour = error(401, "invalid_api_key"))],
    ["is over its quota", () => void (providers.resend.behaviour = error(429, "daily_quota"))],
    [
      "doesn’t know the sender",
      () => void (providers.resend.behaviour = error(403, "validation_error")),
    ],
    [
      "answers with a page",
      () => void (providers.resend.behaviour = { ...error(200, ""), body: "<html>" }),
    ],
  ])("%s", async (_what, breakFirst) => {
    resendFirst();
    breakFirst();
    const mailboxes = await requestCodes(12);
    expect(await deliver()).toEqual(mailboxes.map(() => "sent"));
    expect(recipientsOf(other).toSorted()).toEqual(mailboxes.toSorted());
    expect(new Set(await providersUsed())).toEqual(new Set(["smtp2"]));
    expect(Math.max(...(await waits()))).toBe(0);
  });

  test.each([
    ["is down", () => providers.smtp.goDown()],
    ["drops connections", async () => void (providers.smtp.behaviour = "drop")],
    [
      "is closing",
      async () =>
        void (providers.smtp.behaviour = { to: "RCPT TO", code: 421, words: "4.3.2 closing" }),
    ],
    ["defers emails", async () => void (providers.smtp.behaviour = "defer")],
  ])("%s", async (_what, breakFirst) => {
    smtpFirst();
    await breakFirst();
    const mailboxes = await requestCodes(12);
    expect(await deliver()).toEqual(mailboxes.map(() => "sent"));
    expect(recipientsOf(other).toSorted()).toEqual(mailboxes.toSorted());
    expect(Math.max(...(await waits()))).toBe(0);
    // The emails in flight when it was skipped, and the one that skipped it.
    expect(attemptsAt("smtp").length).toBeLessThanOrEqual(2 + concurrent);
    expect(failover.changes).toEqual([["smtp", true]]);
  });
});

describe("while the first provider hangs", () => {
  /** Delivers, and lets each attempt that is held run into its timeout. */
  async function deliverAll(): Promise<void> {
    const delivering = deliver();
    await until("attempts are held", () => (providers.smtp.held === concurrent ? true : null));
    failover.advance(attemptMs);
    await delivering;
  }

  test("every live code is delivered within 20 seconds, and later ones at once", async () => {
    smtpFirst();
    providers.smtp.behaviour = "hold";
    const mailboxes = await requestCodes(12);
    await deliverAll();
    expect(recipientsOf(other).toSorted()).toEqual(mailboxes.toSorted());
    expect(Math.max(...(await waits()))).toBeLessThanOrEqual(20 * second);
    await requestCodes(5);
    expect(await deliver()).toEqual(Array.from({ length: 5 }, () => "sent"));
    expect(attemptsAt("smtp")).toEqual(["failed", "failed", "failed"]);
  });

  test("the email that tries it again is delivered within 10 seconds", async () => {
    smtpFirst();
    providers.smtp.behaviour = "hold";
    await requestCodes(concurrent);
    await deliverAll();
    providers.smtp.release();
    providers.smtp.behaviour = "hold";
    failover.advance(skippedMs);
    await run.current.db.outboxEmail.deleteMany();
    await requestCodes(6);
    const delivering = deliver();
    await until("one attempt is held", () => (providers.smtp.held === 1 ? true : null));
    await until("the others are delivered", () =>
      other.mails.length >= concurrent + 2 ? true : null,
    );
    failover.advance(attemptMs);
    await delivering;
    expect(Math.max(...(await waits()))).toBeLessThanOrEqual(10 * second);
    expect(attemptsAt("smtp")).toHaveLength(concurrent + 1);
  });

  test("emails that it accepts without an answer arrive twice, and no others", async () => {
    smtpFirst();
    providers.smtp.behaviour = "take and hold";
    const mailboxes = await requestCodes(12);
    await deliverAll();
    expect(recipientsOf(other).toSorted()).toEqual(mailboxes.toSorted());
    expect(providers.smtp.mails).toHaveLength(concurrent);
    const idOf = ({ parsed }: { parsed: { messageId?: string | undefined } }) => parsed.messageId;
    expect(other.mails.map(idOf)).toEqual(expect.arrayContaining(providers.smtp.mails.map(idOf)));
  });
});

describe("a refused mailbox", () => {
  test("is not tried at the next provider, however many there are", async () => {
    smtpFirst();
    providers.smtp.behaviour = "refuse";
    await requestCodes(20);
    expect(await deliver()).toEqual(Array.from({ length: 20 }, () => "dead"));
    expect([other.offered, failover.changes]).toEqual([0, []]);
    expect(new Set(await providersUsed())).toEqual(new Set(["smtp"]));
    expect((await rowsOf(tenancy))[0]).toMatchObject({
      endedBy: "refused",
      lastError: expect.stringMatching(/^550 5\.1\.1/),
    });
  });

  test("is final at the next provider, too", async () => {
    smtpFirst();
    await providers.smtp.goDown();
    other.behaviour = "refuse";
    await requestCodes(1);
    expect(await deliver()).toEqual(["dead"]);
    expect(await providersUsed()).toEqual(["smtp2"]);
  });
});

describe("an email that a provider refuses for another reason", () => {
  const rejected = { to: "MAIL FROM", code: 553, words: "sender rejected" } as const;

  test("is sent by the next one, and the first stays the first", async () => {
    smtpFirst();
    providers.smtp.behaviour = rejected;
    await requestCodes(5);
    expect(await deliver()).toEqual(Array.from({ length: 5 }, () => "sent"));
    expect(new Set(await providersUsed())).toEqual(new Set(["smtp2"]));
    expect(failover.changes).toEqual([]);
    providers.smtp.behaviour = "accept";
    await requestCodes(1);
    await deliver();
    expect(providers.smtp.mails).toHaveLength(1);
  });

  test("fails if all refuse it, and is retried if one only failed", async () => {
    smtpFirst();
    providers.smtp.behaviour = other.behaviour = rejected;
    await requestCodes(1);
    expect(await deliver()).toEqual(["dead"]);
    other.behaviour = "defer";
    await requestCodes(1);
    expect(await deliver()).toEqual(["retried"]);
    expect(await rowsOf(tenancy)).toContainEqual(
      expect.objectContaining({
        state: "queued",
        provider: "smtp2",
        lastError: expect.stringMatching(/^smtp: 553 .*sender rejected \| smtp2: 451 4\.3\.0/),
      }),
    );
  });
});

describe("if all providers fail", () => {
  test("emails are retried at all of them until one is back", async () => {
    smtpFirst();
    await providers.smtp.goDown();
    await other.goDown();
    const mailboxes = await requestCodes(12);
    for (let passed = 0; passed < 2 * minute; passed += second) {
      expect(await deliver()).not.toContain("sent");
      failover.advance(second);
    }
    expect(failover.changes).toEqual([
      ["smtp", true],
      ["smtp2", true],
    ]);
    await other.comeBack();
    failover.advance(minute);
    expect(await deliver()).toEqual(mailboxes.map(() => "sent"));
    expect(recipientsOf(other).toSorted()).toEqual(mailboxes.toSorted());
  });

  test("the pause that both ask for is kept, and that of one is not", async () => {
    resendFirst();
    providers.resend.behaviour = {
      ...error(429, "rate_limit_exceeded"),
      headers: { "Retry-After": "300" },
    };
    other.behaviour = "defer";
    await requestCodes(1);
    expect(await deliver()).toEqual(["retried"]);
    const [row] = await rowsOf(tenancy);
    expect((row?.dueAt.getTime() ?? 0) - run.current.clock.now()).toBeLessThanOrEqual(2 * second);
  });
});

test("the first provider is used again when one email has been sent through it", async () => {
  smtpFirst();
  await providers.smtp.goDown();
  await requestCodes(3);
  await deliver();
  await providers.smtp.comeBack();
  await requestCodes(1);
  await deliver();
  expect(providers.smtp.mails).toEqual([]);
  failover.advance(skippedMs);
  await requestCodes(4);
  await deliver();
  expect(providers.smtp.mails.length).toBeGreaterThanOrEqual(1);
  expect(failover.changes).toEqual([
    ["smtp", true],
    ["smtp", false],
  ]);
  const before = providers.smtp.mails.length;
  await requestCodes(4);
  await deliver();
  expect(providers.smtp.mails).toHaveLength(before + 4);
});

test("no attempt outlives the code", async () => {
  smtpFirst();
  providers.smtp.behaviour = "hold";
  await requestCodes(1);
  failover.advance(10 * minute - second);
  const delivering = deliver();
  await until("the attempt is held", () => (providers.smtp.held === 1 ? true : null));
  failover.advance(second);
  expect(await delivering).toEqual(["retried", "dead"]);
  expect(other.mails).toEqual([]);
});
