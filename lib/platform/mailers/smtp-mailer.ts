import { once } from "node:events";
import { isIPv4 } from "node:net";
import { domainToUnicode } from "node:url";
import { promisify } from "node:util";
import { createTransport } from "nodemailer";
import MailComposer, { type MailComposerOptions } from "nodemailer/lib/mail-composer";
import SMTPConnection, { type SMTPConnectionOptions } from "nodemailer/lib/smtp-connection";
import { limits } from "@/lib/limits";
import { automaticHeaders, type ProviderMailer, type SendOutcome } from "./mailer";

interface Content extends MailComposerOptions {
  from: { name: string; address: string };
  to: string;
}

type Options = SMTPConnectionOptions & { auth?: { user: string; pass: string } };

/** Whether the address needs SMTPUTF8 (RFC 6531), because its domain is always in ASCII. */
const needsUnicode = (address: string) => /[^\x00-\x7f]/.test(address);

const notOffered = Object.assign(
  new Error(
    "The address has letters outside ASCII before the @, and the SMTP server does not offer SMTPUTF8.",
  ),
  { code: "EENVELOPE", permanent: true },
);

const withUnicodeDomain = (address: string) =>
  address.replace(/@(.*)$/, (_at, domain: string) => `@${domainToUnicode(domain)}`);

/**
 * Returns the message. Nodemailer writes the domain of such an address in Unicode; a server could map
 * that to another domain. Everything else in the message is ASCII.
 */
async function compose({ from, to, ...content }: Content): Promise<string> {
  const message = (await new MailComposer({ from, to, ...content }).compile().build()).toString();
  return [from.address, to]
    .filter(needsUnicode)
    .reduce((text, one) => text.replaceAll(withUnicodeDomain(one), () => one), message);
}

/**
 * Sends an email whose sender or recipient has letters outside ASCII before the @. Uses a connection
 * of its own: Nodemailer's pool would send such an address as raw bytes to a server without SMTPUTF8,
 * and doesn't tell what its servers offer.
 * @returns the server's reply
 */
async function sendToUnicode(
  options: Options,
  content: Content,
  signal: AbortSignal,
): Promise<{ response: string }> {
  const message = await compose(content);
  const connection = new SMTPConnection(options);
  // Also for errors after the result is known.
  connection.on("error", () => undefined);
  const failed = once(connection, "end", { signal }).then(() => {
    throw new Error("The SMTP server closed the connection.");
  });
  const deliver = async () => {
    await promisify(connection.connect.bind(connection))();
    // The reply to EHLO, after STARTTLS to the second one.
    if (!/^250[ -]SMTPUTF8\b/im.test(connection.lastServerResponse || "")) throw notOffered;
    if (options.auth !== undefined && connection.allowsAuth)
      await promisify(connection.login.bind(connection))({ credentials: options.auth });
    return promisify(connection.send.bind(connection))(
      { from: content.from.address, to: content.to },
      message,
    );
  };
  return Promise.race([deliver(), failed]).finally(() => connection.close());
}

export interface SmtpSettings {
  url: string;
  /** Timeout in milliseconds for connecting, the greeting and each idle period. */
  waitMs: number;
}

const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));

/**
 * `smtps:` uses TLS from the start. `smtp:` must upgrade to TLS, except on loopback or with
 * `?tls=off`.
 */
export function toOptions({ url, waitMs }: Pick<SmtpSettings, "url" | "waitMs">) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isSecure = protocol === "smtps:";
  const mayBePlain = isLoopback(host) || searchParams.get("tls") === "off";
  return {
    pool: true as const,
    // One per delivery: with fewer, one tenancy's deliveries could take all connections.
    maxConnections: limits.concurrentDeliveries,
    host,
    port: port === "" ? (isSecure ? 465 : 587) : Number(port),
    secure: isSecure,
    requireTLS: !isSecure && !mayBePlain,
    ignoreTLS: mayBePlain,
    ...(username === ""
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
    connectionTimeout: waitMs,
    greetingTimeout: waitMs,
    socketTimeout: waitMs,
    dnsTimeout: waitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

interface Failure {
  message?: string;
  /** The server's last reply. */
  response?: string;
  permanent?: boolean;
  code?: string;
  responseCode?: number;
  command?: string;
}

const authenticationRequired = 530;
const serviceNotAvailable = 421;
/** Replies to RCPT that are about the mailbox unless an enhanced code says otherwise (RFC 5321 §4.2.3). */
const mailboxReplies = new Set([450, 550, 551, 552, 553]);

/**
 * Whether the server refused the mailbox, and not the sender or the client. Enhanced codes x.1 are
 * about addresses, except x.1.7 and x.1.8, which are about the sender's; x.2 are about the mailbox
 * (RFC 3463 §3).
 */
function isOfMailbox({ command, responseCode = 0, response = "" }: Failure): boolean {
  if (command !== "RCPT TO" || /\brelay/i.test(response)) return false;
  const [, enhanced] = /^\d{3}[ -][45]\.(\d{1,3}\.\d{1,3})\b/.exec(response) ?? [];
  return enhanced === undefined
    ? mailboxReplies.has(responseCode)
    : /^[12]\./.test(enhanced) && enhanced !== "1.7" && enhanced !== "1.8";
}

/**
 * Only a permanent rejection of this message is final. Connection and sign-in errors are retried,
 * because the operator can fix them before the code expires.
 */
function toOutcome(failure: Failure): SendOutcome {
  const { permanent, code, responseCode, message = "unknown", response = message } = failure;
  const isAboutMessage =
    (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== authenticationRequired;
  const ofMailbox = isAboutMessage && isOfMailbox(failure);
  const reason = isAboutMessage ? response : message;
  if (permanent === true && isAboutMessage) return { outcome: "refused", reason, ofMailbox };
  return {
    outcome: "failed",
    reason,
    ...(ofMailbox ? { cause: "email" } : {}),
    ...(responseCode === serviceNotAvailable ? { cause: "outage" } : {}),
  };
}

/**
 * Sends through a pool of SMTP connections. SMTP isn't idempotent: if the server's acceptance is
 * lost, the email is sent twice with the same Message-ID.
 */
export function createSmtpMailer(settings: SmtpSettings): ProviderMailer {
  const options = toOptions(settings);
  const transport = createTransport(options);
  return {
    send({ id, from, replyTo, to, subject, html, text }, signal) {
      const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
      const content = {
        from,
        to,
        subject,
        html,
        text,
        messageId: `<${id}@${domain}>`,
        headers: automaticHeaders,
        // In a header, such an address would require SMTPUTF8 for every recipient.
        ...(replyTo === undefined || needsUnicode(replyTo) ? {} : { replyTo }),
      };
      // The signal also removes a queued email from the pool. Otherwise the pool would send it
      // later.
      const sending = [from.address, to].some(needsUnicode)
        ? sendToUnicode(options, content, signal)
        : transport.sendMail({ ...content, signal });
      return sending.then(
        ({ response }): SendOutcome => ({ outcome: "sent", answer: response }),
        (error: Failure) =>
          signal.aborted
            ? { outcome: "failed", reason: "The SMTP server timed out." }
            : toOutcome(error),
      );
    },
    close: () => transport.close(),
  };
}
