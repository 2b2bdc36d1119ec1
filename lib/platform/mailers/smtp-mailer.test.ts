import { afterEach, describe, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import {
  type SmtpReceiver,
  type SmtpReceiverOptions,
  startSmtpReceiver,
} from "@/testing/smtp-receiver";
import { until } from "@/testing/until";
import type { OutgoingEmail, ProviderMailer, SendOutcome } from "./mailer";
import { createSmtpMailer } from "./smtp-mailer";

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

function mailerAt(url: string): ProviderMailer {
  const mailer = createSmtpMailer({ url, waitMs: 10_000 });
  endings.push(() => mailer.close());
  return mailer;
}

async function start(
  options?: SmtpReceiverOptions,
): Promise<{ receiver: SmtpReceiver; mailer: ProviderMailer }> {
  const receiver = await startSmtpReceiver(options);
  endings.push(() => receiver.goDown());
  return { receiver, mailer: mailerAt(receiver.url) };
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
const sent = { outcome: "sent", answer: "250 OK: message queued" };
const failed = { outcome: "failed", reason: expect.any(String) };

const only = ({ mails }: SmtpReceiver) => {
  const [received, ...others] = mails;
  if (received === undefined || others.length > 0)
    throw new Error(`${mails.length} mails were received`);
  return received;
};
const headersOf = (receiver: SmtpReceiver, key: string) =>
  only(receiver)
    .parsed.headers.filter((header) => header.key === key)
    .map(({ value }) => value);

describe("a mail that arrives", () => {
  test("has both parts, its subject in any script, and says that a machine sent it", async () => {
    const { receiver, mailer } = await start();
    expect(await send(mailer)).toEqual(sent);
    const { from, to, raw, parsed } = only(receiver);
    expect({ from, to }).toEqual({ from: "shop@example.com", to: ["ada@example.org"] });
    expect(parsed).toMatchObject({
      from: mail.from,
      to: [{ name: "", address: "ada@example.org" }],
      subject: mail.subject,
      text: expect.stringContaining(mail.text),
      html: expect.stringContaining(mail.html),
      messageId: `<${mail.id}@example.com>`,
      attachments: [],
    });
    expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
    expect(headersOf(receiver, "auto-submitted")).toEqual(["auto-generated"]);
    expect(headersOf(receiver, "x-auto-response-suppress")).toEqual(["All"]);
    expect(parsed.replyTo).toBeUndefined();
    // Seven bits everywhere, so that every server takes it.
    expect(Buffer.from(raw).every((byte) => byte < 128)).toBe(true);
  });

  test("sets Reply-To if the tenancy has one", async () => {
    const { receiver, mailer } = await start();
    await send(mailer, { replyTo: "help@example.com" });
    expect(only(receiver).parsed.replyTo).toEqual([{ name: "", address: "help@example.com" }]);
  });

  test("has one Message-ID at every attempt, and one of its own for each mail", async () => {
    const { receiver, mailer } = await start();
    for (const id of ["one", "one", "two"]) await send(mailer, { id });
    expect(receiver.mails.map(({ parsed }) => parsed.messageId)).toEqual([
      "<one@example.com>",
      "<one@example.com>",
      "<two@example.com>",
    ]);
  });

  test.each([
    ["quotes", 'The "Best" Shop \\ "'],
    ["another address", "Eve <eve@evil.example>, x"],
    ["a comment and a group", "a (b) group: eve@evil.example;"],
    ["another script", "株式会社キーステッド"],
    ["a line break and a header", "Shop\r\nBcc: eve@evil.example"],
    ["a line break and a body", "Shop\r\n\r\n<script>"],
    ["a bare line feed", "Shop\nBcc: eve@evil.example"],
    ["an encoded word", "=?utf-8?q?x=0D=0ABcc=3A_eve=40evil.example?="],
  ])("a sender's name with %s adds neither a header nor a recipient", async (_what, name) => {
    const plain = await start();
    const odd = await start();
    await send(plain.mailer);
    await send(odd.mailer, { from: { name, address: "shop@example.com" } });
    const keys = (receiver: SmtpReceiver) => only(receiver).parsed.headers.map(({ key }) => key);
    const { from, to, parsed } = only(odd.receiver);
    expect(keys(odd.receiver)).toEqual(keys(plain.receiver));
    expect({ from, to, address: parsed.from?.address, text: parsed.text?.trimEnd() }).toEqual({
      from: "shop@example.com",
      to: ["ada@example.org"],
      address: "shop@example.com",
      text: mail.text.trimEnd(),
    });
  });

  test("keeps a name with quotes and one in another script as they are", async () => {
    const { receiver, mailer } = await start();
    const names = ['The "Best" Shop', "株式会社キーステッド", "Müller, Söhne & Co. <GmbH>"];
    for (const name of names) await send(mailer, { from: { name, address: "shop@example.com" } });
    expect(receiver.mails.map(({ parsed }) => parsed.from?.name)).toEqual(names);
  });

  test("a subject with line breaks adds no header", async () => {
    const { receiver, mailer } = await start();
    await send(mailer, { subject: "Code\r\nBcc: eve@evil.example\r\n\r\nbody" });
    expect(only(receiver).to).toEqual(["ada@example.org"]);
    expect(only(receiver).parsed).toMatchObject({
      text: expect.stringContaining(mail.text),
      subject: "Code Bcc: eve@evil.example body",
    });
    expect(headersOf(receiver, "bcc")).toEqual([]);
  });

  test("signs in where the address names a user", async () => {
    const receiver = await startSmtpReceiver({
      user: { name: "ks@example.com", password: "p%ss/ wörd" },
    });
    endings.push(() => receiver.goDown());
    const at = (password: string) =>
      mailerAt(receiver.url.replace("//", `//ks%40example.com:${encodeURIComponent(password)}@`));
    expect(await send(at("p%ss/ wörd"))).toEqual(sent);
    // The operator may mend it while the code is still good.
    expect(await send(at("wrong"))).toEqual(failed);
    expect(await send(mailerAt(receiver.url))).toEqual({
      outcome: "failed",
      reason: expect.stringContaining("530"),
    });
    expect(receiver.mails).toHaveLength(1);
  });
});

describe("a mail that does not", () => {
  test.each([
    ["recipient", "refuse", "550 5.1.1", true],
    ["content", "refuse content", "554 5.7.1", false],
  ] as const)("is refused for good when its %s is", async (_what, behaviour, reason, ofMailbox) => {
    const { receiver, mailer } = await start();
    receiver.behaviour = behaviour;
    expect(await send(mailer)).toEqual({
      outcome: "refused",
      reason: expect.stringContaining(reason),
      ofMailbox,
    });
    receiver.behaviour = "accept";
    expect(await send(mailer)).toEqual(sent);
  });

  test.each([
    ["RCPT TO", 550, "no such user", true],
    ["RCPT TO", 552, "mailbox full", true],
    ["RCPT TO", 550, "5.2.1 mailbox disabled", true],
    ["RCPT TO", 550, "5.1.1 no such user", true],
    ["RCPT TO", 554, "5.1.10 null MX", true],
    ["RCPT TO", 553, "5.1.8 bad sender's system address", false],
    ["RCPT TO", 554, "5.7.1 access denied", false],
    ["RCPT TO", 550, "relay not permitted", false],
    ["RCPT TO", 554, "no", false],
    ["MAIL FROM", 553, "sender address rejected", false],
    ["MAIL FROM", 550, "5.1.1 no such user", false],
  ] as const)(
    "is refused by %s with %i %s: of the mailbox %s",
    async (to, code, words, ofMailbox) => {
      const { receiver, mailer } = await start();
      receiver.behaviour = { to, code, words };
      expect(await send(mailer)).toEqual({
        outcome: "refused",
        reason: expect.stringContaining(words),
        ofMailbox,
      });
    },
  );

  test.each([
    ["RCPT TO", 450, "mailbox busy", { cause: "email" }],
    ["RCPT TO", 452, "4.2.2 mailbox full", { cause: "email" }],
    ["RCPT TO", 451, "local error", {}],
    ["RCPT TO", 452, "4.3.1 system storage", {}],
    ["RCPT TO", 451, "4.7.1 greylisted", {}],
    ["RCPT TO", 421, "4.3.2 closing", { cause: "outage" }],
    ["MAIL FROM", 421, "closing", { cause: "outage" }],
    ["MAIL FROM", 451, "later", {}],
  ] as const)("has failed after %s with %i %s: %j", async (to, code, words, more) => {
    const { receiver, mailer } = await start();
    receiver.behaviour = { to, code, words };
    expect(await send(mailer)).toEqual({ ...failed, ...more });
  });

  test("has failed when the server wants it later", async () => {
    const { receiver, mailer } = await start();
    receiver.behaviour = "defer";
    expect(await send(mailer)).toEqual({
      outcome: "failed",
      reason: expect.stringContaining("451 4.3.0"),
    });
  });

  test("has failed, and was offered once, when the connection ends in the middle of it", async () => {
    const { receiver, mailer } = await start();
    receiver.behaviour = "drop";
    expect(await send(mailer)).toEqual(failed);
    expect([receiver.offered, receiver.mails.length]).toEqual([1, 0]);
    receiver.behaviour = "accept";
    expect(await send(mailer)).toEqual(sent);
  });

  test("has failed when its acceptance is lost, and comes again with the same Message-ID", async () => {
    const { receiver, mailer } = await start();
    receiver.behaviour = "take and drop";
    expect(await send(mailer)).toEqual(failed);
    expect(receiver.mails).toHaveLength(1);
    receiver.behaviour = "accept";
    expect(await send(mailer)).toEqual(sent);
    expect(new Set(receiver.mails.map(({ parsed }) => parsed.messageId))).toEqual(
      new Set([`<${mail.id}@example.com>`]),
    );
  });

  test("has failed while the server is down, and goes when it is back", async () => {
    const { receiver, mailer } = await start();
    expect(await send(mailer, { id: "before" })).toEqual(sent);
    await receiver.goDown();
    expect(await send(mailer)).toEqual({
      outcome: "failed",
      reason: expect.stringContaining("ECONNREFUSED"),
    });
    await receiver.comeBack();
    expect(await send(mailer)).toEqual(sent);
  });

  test("fails when the signal aborts, and is not sent later", async () => {
    const { receiver, mailer } = await start();
    receiver.behaviour = "hold";
    const time = new AbortController();
    // More than there are connections, so that some wait for one.
    const canceled = Array.from({ length: 2 * limits.concurrentDeliveries }, (_, index) =>
      send(mailer, { id: `mail-${index}` }, time.signal),
    );
    await until("the connections are taken", () =>
      receiver.held === limits.concurrentDeliveries ? true : null,
    );
    time.abort();
    expect(await Promise.all(canceled)).toEqual(canceled.map(() => failed));
    await until("the connections have ended", () => (receiver.connections === 0 ? true : null));
    // The next delivery finds a free connection and no queue.
    receiver.release();
    expect(await send(mailer, { id: "next" })).toEqual(sent);
    expect(receiver.mails.map(({ parsed }) => parsed.messageId)).toEqual(["<next@example.com>"]);
  });

  test("fails immediately if the signal is already aborted", async () => {
    const { receiver, mailer } = await start();
    expect(await send(mailer, {}, AbortSignal.abort())).toEqual(failed);
    expect(await send(mailer)).toEqual(sent);
    expect(receiver.mails).toHaveLength(1);
  });
});

describe("an address outside ASCII before the @", () => {
  const unicode = { to: "jürgen@xn--strae-oqa.example" };

  test("is sent with SMTPUTF8, and its domain stays in ASCII", async () => {
    const { receiver, mailer } = await start();
    expect(await send(mailer, unicode)).toEqual(sent);
    expect(only(receiver).raw).toMatch(/^To: jürgen@xn--strae-oqa\.example\r?$/m);
    expect(only(receiver).parsed).toMatchObject({
      from: mail.from,
      subject: mail.subject,
      text: expect.stringContaining(mail.text),
      messageId: `<${mail.id}@example.com>`,
    });
    expect(headersOf(receiver, "auto-submitted")).toEqual(["auto-generated"]);
  });

  test.each([
    ["recipient", unicode],
    ["sender", { from: { name: "Shop", address: "käse@example.com" } }],
  ])("is refused for good, never sent as raw bytes, as %s without SMTPUTF8", async (_as, one) => {
    const { receiver, mailer } = await start({ offersUnicode: false });
    expect(await send(mailer, one)).toEqual({
      outcome: "refused",
      reason: expect.stringContaining("SMTPUTF8"),
      ofMailbox: false,
    });
    expect(receiver.offered).toBe(0);
    expect(await send(mailer)).toEqual(sent);
  });

  test("is left out as Reply-To, because it would need SMTPUTF8 for every recipient", async () => {
    const { receiver, mailer } = await start({ offersUnicode: false });
    expect(await send(mailer, { replyTo: "käse@example.com" })).toEqual(sent);
    expect(only(receiver).parsed.replyTo).toBeUndefined();
  });

  test("signs in, and reports refusals and a server that is down as others do", async () => {
    const receiver = await startSmtpReceiver({ user: { name: "ks", password: "word" } });
    endings.push(() => receiver.goDown());
    const mailer = mailerAt(receiver.url.replace("//", "//ks:word@"));
    expect(await send(mailer, unicode)).toEqual(sent);
    receiver.behaviour = "refuse";
    expect(await send(mailer, unicode)).toEqual({
      outcome: "refused",
      reason: expect.stringContaining("550 5.1.1"),
      ofMailbox: true,
    });
    expect(await send(mailerAt(receiver.url.replace("//", "//ks:x@")), unicode)).toEqual(failed);
    expect(await send(mailer, unicode, AbortSignal.abort())).toEqual(failed);
    await receiver.goDown();
    expect(await send(mailer, unicode)).toEqual(failed);
  });

  test("fails when the signal aborts", async () => {
    const { receiver, mailer } = await start();
    receiver.behaviour = "hold";
    const time = new AbortController();
    const canceled = send(mailer, unicode, time.signal);
    await until("the email is held", () => (receiver.held === 1 ? true : null));
    time.abort();
    expect(await canceled).toEqual(failed);
    await until("the connection has ended", () => (receiver.connections === 0 ? true : null));
  });
});

describe("TLS", () => {
  test("rejects an invalid certificate", async () => {
    const { receiver, mailer } = await start({ secure: true });
    expect(receiver.url).toMatch(/^smtps:/);
    expect(await send(mailer)).toEqual({
      outcome: "failed",
      reason: expect.stringMatching(/certificate/i),
    });
    expect(receiver.offered).toBe(0);
  });

  // This address reaches this machine without being known for it, as a host elsewhere would.
  const elsewhere = (receiver: SmtpReceiver) => `smtp://0.0.0.0:${receiver.port}`;

  test("requires STARTTLS for another host", async () => {
    const { receiver } = await start({ host: "0.0.0.0" });
    expect(await send(mailerAt(elsewhere(receiver)))).toEqual({
      outcome: "failed",
      reason: expect.stringMatching(/STARTTLS/i),
    });
    expect(receiver.offered).toBe(0);
  });

  test("requires a valid certificate from another host", async () => {
    const { receiver } = await start({ host: "0.0.0.0", offersUpgrade: true });
    expect(await send(mailerAt(elsewhere(receiver)))).toEqual({
      outcome: "failed",
      reason: expect.stringMatching(/certificate/i),
    });
    expect(receiver.offered).toBe(0);
  });

  test("tls=off and loopback need no TLS", async () => {
    const { receiver } = await start({ host: "0.0.0.0", offersUpgrade: true });
    expect(await send(mailerAt(`${elsewhere(receiver)}?tls=off`))).toEqual(sent);
    expect(await send(mailerAt(`smtp://localhost:${receiver.port}`))).toEqual(sent);
    expect(receiver.mails).toHaveLength(2);
  });
});
