import { Resend } from "resend";
import { traceHeaders } from "@/lib/platform/tracing/tracing";
import { automaticHeaders, type Mailer, type OutgoingEmail, type SendOutcome } from "./mailer";

// Client errors that are retried: rate limits, renewing quotas and the same email in flight; and a
// rejected key or domain, which the operator can fix before the code expires.
const retriedStatuses = new Set([401, 403, 408, 409, 425, 429]);

const quoted = (name: string) => `"${name.replace(/["\\]/g, "").replace(/\p{Cc}/gu, " ")}"`;

function toOutcome(
  { statusCode, name, message }: { statusCode: number | null; name: string; message: string },
  headers: Record<string, string> | null,
): SendOutcome {
  // An earlier attempt arrived with different content, because the branding changed since.
  if (name === "invalid_idempotent_request") return { outcome: "sent" };
  const reason = `${statusCode ?? "no response"} ${name}: ${message}`;
  if (
    statusCode !== null &&
    statusCode >= 400 &&
    statusCode < 500 &&
    !retriedStatuses.has(statusCode)
  )
    return { outcome: "refused", reason };
  const seconds = Number(headers?.["retry-after"]);
  return { outcome: "failed", reason, ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}) };
}

/** Sends through Resend's HTTP API. The idempotency key prevents duplicates. */
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
        headers: { ...traceHeaders() },
        signal,
      });
      if (error !== null) return toOutcome(error, headers);
      // A proxy in between may respond with `null` and any status.
      return typeof data?.id === "string"
        ? { outcome: "sent", answer: data.id }
        : { outcome: "failed", reason: "The response is not from Resend." };
    },
    close: () => undefined,
  };
}
