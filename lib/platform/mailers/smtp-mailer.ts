import { isIPv4 } from "node:net";
import { createTransport } from "nodemailer";
import { limits } from "@/lib/limits";
import { automaticHeaders, type Mailer, type SendOutcome } from "./mailer";
import { needsUnicode, sendToUnicode } from "./send-to-unicode";

export interface SmtpSettings {
  url: string;
  defaultSender: string;
  /** Timeout in milliseconds for connecting, the greeting and each idle period. */
  waitMs: number;
}

const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));

/**
 * `smtps:` uses TLS from the start. `smtp:` must upgrade to TLS, except on loopback or with
 * `?tls=off`.
 */
function toOptions({ url, waitMs }: SmtpSettings) {
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
}

const authenticationRequired = 530;

/**
 * Only a permanent rejection of this message is final. Connection and sign-in errors are retried,
 * because the operator can fix them before the code expires.
 */
function toOutcome(failure: Failure): SendOutcome {
  const { permanent, code, responseCode, message = "unknown", response = message } = failure;
  const isAboutMessage =
    (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== authenticationRequired;
  return {
    outcome: permanent === true && isAboutMessage ? "refused" : "failed",
    reason: isAboutMessage ? response : message,
  };
}

/**
 * Sends through a pool of SMTP connections. SMTP isn't idempotent: if the server's acceptance is
 * lost, the email is sent twice with the same Message-ID.
 */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const options = toOptions(settings);
  const transport = createTransport(options);
  return {
    defaultSender: settings.defaultSender,
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
