import { isIPv4 } from "node:net";
import { createTransport } from "nodemailer";
import { limits } from "@/lib/limits";
import { automaticHeaders, type Mailer, type SendOutcome } from "./mailer";

export interface SmtpSettings {
  url: string;
  defaultSender: string;
  /** ms for connecting, greeting and each pause. */
  waitMs: number;
}

const isLoopback = (host: string) =>
  host === "localhost" || host === "::1" || (isIPv4(host) && host.startsWith("127."));

/**
 * `smtps:` is TLS from the start; `smtp:` has to upgrade, except on this machine or with
 * `?tls=off`.
 */
function toOptions({ url, waitMs }: SmtpSettings) {
  const { protocol, hostname, port, username, password, searchParams } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const isSecure = protocol === "smtps:";
  const mayBePlain = isLoopback(host) || searchParams.get("tls") === "off";
  return {
    pool: true as const,
    // One for each delivery: with fewer, the deliveries of one tenancy could hold them all.
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
  permanent?: boolean;
  code?: string;
  responseCode?: number;
}

const signInFirst = 530;

/**
 * Only what the server says of this mail is for good; how we connect and sign in is the operator's
 * to mend, and the mail may still be in time.
 */
function judge({ message = "unknown", permanent, code, responseCode }: Failure): SendOutcome {
  const isOfThisMail =
    (code === "EENVELOPE" || code === "EMESSAGE") && responseCode !== signInFirst;
  return { outcome: permanent === true && isOfThisMail ? "refused" : "failed", reason: message };
}

/**
 * Over a pool of SMTP connections. SMTP knows no idempotency: a mail whose acceptance got lost
 * comes twice, with one Message-ID.
 */
export function createSmtpMailer(settings: SmtpSettings): Mailer {
  const transport = createTransport(toOptions(settings));
  return {
    kind: "smtp",
    defaultSender: settings.defaultSender,
    send({ id, from, replyTo, to, subject, html, text }, signal) {
      const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
      // The signal takes a mail out of the pool as well, which would send it behind our back when
      // its turn came.
      const content = {
        signal,
        from,
        to,
        subject,
        html,
        text,
        messageId: `<${id}@${domain}>`,
        headers: automaticHeaders,
        ...(replyTo === undefined ? {} : { replyTo }),
      };
      return transport.sendMail(content).then(
        (): SendOutcome => ({ outcome: "sent" }),
        (error: Failure) =>
          signal.aborted
            ? { outcome: "failed", reason: "The mail server took too long." }
            : judge(error),
      );
    },
    close: () => transport.close(),
  };
}
