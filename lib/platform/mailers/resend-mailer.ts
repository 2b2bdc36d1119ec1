import { Resend } from "resend";
import { automaticHeaders, type Mailer, type OutgoingEmail, type SendOutcome } from "./mailer";

// Beside 5xx, what another attempt may pass: too many requests, a quota that renews, the same mail
// in flight; and a key or a domain that is not accepted, which is the operator's to mend while the
// mail may still be in time.
const passing = new Set([401, 403, 408, 409, 425, 429]);

const quoted = (name: string) => `"${name.replace(/["\\]/g, "").replace(/\p{Cc}/gu, " ")}"`;

function judge(
  { statusCode, name, message }: { statusCode: number | null; name: string; message: string },
  headers: Record<string, string> | null,
): SendOutcome {
  // The key was used with other bytes: the branding changed after an attempt that did arrive.
  if (name === "invalid_idempotent_request") return { outcome: "sent" };
  const reason = `${statusCode ?? "no answer"} ${name}: ${message}`;
  if (statusCode !== null && statusCode >= 400 && statusCode < 500 && !passing.has(statusCode))
    return { outcome: "refused", reason };
  const seconds = Number(headers?.["retry-after"]);
  return { outcome: "failed", reason, ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}) };
}

/** Over Resend's HTTP API; its idempotency key prevents doubles. */
export function createResendMailer({
  apiKey,
  baseUrl,
  defaultSender,
}: {
  apiKey: string;
  baseUrl?: string | undefined;
  defaultSender: string;
}): Mailer {
  const resend = new Resend(
    apiKey,
    baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, "") },
  );
  return {
    kind: "resend",
    defaultSender,
    async send({ id, from, replyTo, to, subject, html, text }: OutgoingEmail, signal) {
      const content = {
        from: `${quoted(from.name)} <${from.address}>`,
        to,
        subject,
        html,
        text,
        headers: automaticHeaders,
        ...(replyTo === undefined ? {} : { replyTo }),
      };
      const { data, error, headers } = await resend.emails.send(content, {
        idempotencyKey: id,
        signal,
      });
      if (error !== null) return judge(error, headers);
      // What stands between may answer `null`, with any status.
      return typeof data?.id === "string"
        ? { outcome: "sent" }
        : { outcome: "failed", reason: "The answer was not Resend's." };
    },
    close: () => undefined,
  };
}
