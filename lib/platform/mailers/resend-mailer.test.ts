import { afterEach, describe, expect, test } from "vitest";
import {
  type ResendBehaviour,
  type ResendReceiver,
  startResendReceiver,
} from "@/testing/resend-receiver";
import { until } from "@/testing/until";
import type { OutgoingEmail, ProviderMailer, SendOutcome } from "./mailer";
import { createResendMailer } from "./resend-mailer";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

async function start(
  behaviour: ResendBehaviour = "accept",
): Promise<{ receiver: ResendReceiver; mailer: ProviderMailer }> {
  const receiver = await startResendReceiver();
  receiver.behaviour = behaviour;
  endings.push(() => receiver.close());
  return {
    receiver,
    mailer: createResendMailer({
      apiKey: "re_test_123",
      baseUrl: receiver.baseUrl,
    }),
  };
}

const mail: OutgoingEmail = {
  id: "01jd3s0m6kz8f4w2v9b7c5x1ta",
  tenancyId: "01jd3s0m6kz8f4w2v9b7c5x1tb",
  from: { name: "Bücher & Söhne", address: "shop@example.com" },
  to: "ada@example.org",
  subject: "Ihr Anmeldecode für Bücher — 日本語",
  html: "<p>Grüße: <b>048213</b></p>",
  text: "Grüße\n\n048213\n",
};
const never = new AbortController().signal;
const send = (
  mailer: ProviderMailer,
  changes: Partial<OutgoingEmail> = {},
  signal = never,
): Promise<SendOutcome> => mailer.send({ ...mail, ...changes }, signal);
const sent = { outcome: "sent", answer: expect.stringMatching(/./) };
const failed = { outcome: "failed", reason: expect.any(String) };

describe("a mail that is taken", () => {
  test("comes with its id as the idempotency key, both parts, and the mark of a machine", async () => {
    const { receiver, mailer } = await start();
    expect(await send(mailer)).toEqual(sent);
    const { subject, html, text } = mail;
    expect(receiver.mails).toEqual([
      {
        key: mail.id,
        from: '"Bücher & Söhne" <shop@example.com>',
        to: mail.to,
        subject,
        html,
        text,
        headers: { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All" },
      },
    ]);
    expect([...receiver.apiKeys]).toEqual(["Bearer re_test_123"]);
  });

  test("reaches an address that ends in a slash", async () => {
    const { receiver } = await start();
    const mailer = createResendMailer({
      apiKey: "re_test_123",
      baseUrl: `${receiver.baseUrl}/`,
    });
    expect(await send(mailer)).toEqual(sent);
  });

  test("sets Reply-To if the tenancy has one", async () => {
    const { receiver, mailer } = await start();
    await send(mailer, { replyTo: "help@example.com" });
    expect(receiver.mails).toMatchObject([{ reply_to: "help@example.com" }]);
  });

  test.each([
    ["quotes", 'The "Best" Shop \\ "', '"The Best Shop  " <shop@example.com>'],
    ["another address", 'x" <eve@evil.example>, "', '"x <eve@evil.example>, " <shop@example.com>'],
    [
      "a line break and a header",
      "Shop\r\nBcc: eve@evil.example",
      '"Shop  Bcc: eve@evil.example" <shop@example.com>',
    ],
  ])("a sender's name with %s stays one name on one line", async (_what, name, from) => {
    const { receiver, mailer } = await start();
    await send(mailer, { from: { name, address: "shop@example.com" } });
    expect(receiver.mails).toMatchObject([{ from, to: mail.to }]);
  });

  test("is taken once, however often it is sent", async () => {
    const { receiver, mailer } = await start();
    expect(await Promise.all(Array.from({ length: 5 }, () => send(mailer)))).toEqual(
      Array.from({ length: 5 }, () => sent),
    );
    expect([receiver.keys.length, receiver.mails.length]).toEqual([5, 1]);
  });

  test("is taken once when the answer was lost, and then counts as sent", async () => {
    const { receiver, mailer } = await start("take and drop");
    expect(await send(mailer)).toEqual(failed);
    receiver.behaviour = "accept";
    expect(await send(mailer)).toEqual(sent);
    expect([receiver.keys, receiver.mails.length]).toEqual([[mail.id, mail.id], 1]);
  });

  test("counts as sent when it arrived before under another look", async () => {
    const { receiver, mailer } = await start("take and drop");
    await send(mailer);
    receiver.behaviour = "accept";
    expect(await send(mailer, { html: "<p>rebranded</p>" })).toEqual({ outcome: "sent" });
    expect(receiver.mails).toMatchObject([{ html: mail.html }]);
  });
});

describe("a mail that is not", () => {
  const error = (status: number, name: string, headers: Record<string, string> = {}) => ({
    status,
    name,
    message: "No.",
    headers,
  });

  test.each([
    [400, "invalid_idempotency_key", "No.", false],
    [404, "not_found", "No.", false],
    [422, "validation_error", "No.", false],
    [422, "validation_error", "Invalid `from` field.", false],
    [422, "validation_error", "Invalid `to` field.", true],
    [422, "invalid_to_address", "No.", true],
  ])("is refused permanently by %i %s: %s", async (status, name, message, ofMailbox) => {
    const { mailer } = await start({ ...error(status, name), message });
    expect(await send(mailer)).toEqual({
      outcome: "refused",
      reason: `${status} ${name}: ${message}`,
      ofMailbox,
    });
  });

  test.each([
    [408, "timeout"],
    [409, "concurrent_idempotent_requests"],
    [429, "rate_limit_exceeded"],
    [429, "daily_quota_exceeded"],
    // What the operator has to mend, and may mend in time.
    [401, "missing_api_key"],
    [401, "restricted_api_key"],
    [403, "invalid_api_key"],
  ])("fails and is retried after %i %s", async (status, name) => {
    const { receiver, mailer } = await start(error(status, name));
    expect(await send(mailer)).toEqual({ outcome: "failed", reason: `${status} ${name}: No.` });
    receiver.behaviour = "accept";
    expect(await send(mailer)).toEqual(sent);
  });

  test("says nothing about Resend if the sender's domain isn't verified", async () => {
    const { mailer } = await start(error(403, "validation_error"));
    expect(await send(mailer)).toEqual({ ...failed, cause: "email" });
  });

  test.each([
    [500, "internal_server_error"],
    [503, "unavailable"],
  ])("fails because of an outage after %i %s, and is retried", async (status, name) => {
    const { receiver, mailer } = await start(error(status, name));
    expect(await send(mailer)).toEqual({
      outcome: "failed",
      reason: `${status} ${name}: No.`,
      cause: "outage",
    });
    receiver.behaviour = "accept";
    expect(await send(mailer)).toEqual(sent);
  });

  test.each([
    ["7", { retryAfterMs: 7_000 }],
    ["0.5", { retryAfterMs: 500 }],
    ["0", {}],
    ["-3", {}],
    ["Wed, 21 Oct 2026 07:28:00 GMT", {}],
    ["soon", {}],
  ])("waits as long as Retry-After %s says", async (value, expected) => {
    const { mailer } = await start(error(429, "rate_limit_exceeded", { "Retry-After": value }));
    expect(await send(mailer)).toEqual({ ...failed, ...expected });
  });

  test.each([
    ["a page of a proxy", 502, "<html>Bad gateway</html>", { cause: "outage" }],
    ["nothing", 502, "", { cause: "outage" }],
    // Resend's client doesn't tell the status of these.
    ["null", 502, "null", {}],
    ["an error of another shape", 502, '{"message":"upstream"}', {}],
    ["a page although all went well", 200, "<html>Welcome</html>", {}],
    ["null although all went well", 200, "null", {}],
  ])("fails and is retried if the response is %s", async (_what, status, body, more) => {
    const { mailer } = await start({ ...error(status, ""), body });
    expect(await send(mailer)).toEqual({ ...failed, ...more });
  });

  test("fails and is retried without a response", async () => {
    const { receiver, mailer } = await start();
    await receiver.close();
    endings.pop();
    expect(await send(mailer)).toEqual(failed);
  });

  test("fails when the signal aborts", async () => {
    const { receiver, mailer } = await start("hold");
    const time = new AbortController();
    const sent = send(mailer, {}, time.signal);
    await until("the request is held", () => (receiver.held === 1 ? true : null));
    time.abort();
    expect(await sent).toEqual(failed);
    expect(receiver.mails).toEqual([]);
  });
});
