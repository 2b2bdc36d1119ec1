import { Resend } from "resend";
import { traceHeaders } from "@/lib/platform/tracing/tracing";
import {
  automaticHeaders,
  type OutgoingEmail,
  type ProviderMailer,
  type SendOutcome,
} from "./mailer";

// Client errors that are retried: rate limits, renewing quotas and the same email in flight; and a
// rejected key or domain (403 validation_error), which the operator can fix before the code expires.
const retriedStatuses = new Set([401, 403, 408, 409, 425, 429]);

const quoted = (name: string) => `"${name.replace(/["\\]/g, "").replace(/\p{Cc}/gu, " ")}"`;

/** Whether the recipient is wrong, and not the sender or another field. Messages quote the field. */
const isOfMailbox = (name: string, message: string) =>
  name === "invalid_to_address" || (name === "validation_error" && message.includes("`to`"));

function toOutcome(
  { statusCode, name, message }: { statusCode: number | null; name: string; message: string },
  headers: Record<string, string> | null,
): SendOutcome {
  // An earlier attempt arrived with different content, because the branding changed since.
  if (name === "invalid_idempotent_request") return { outcome: "sent" };
  const reason = `${statusCode ?? "no response"} ${name}: ${message}`;
  const status = statusCode ?? 0;
  if (status >= 400 && status < 500 && !retriedStatuses.has(status))
    return { outcome: "refused", reason, ofMailbox: isOfMailbox(name, message) };
  const seconds = Number(headers?.["retry-after"]);
  return {
    outcome: "failed",
    reason,
    ...(seconds > 0 ? { retryAfterMs: seconds * 1_000 } : {}),
    ...(status >= 500 ? { cause: "outage" } : {}),
    ...(status === 403 && name === "validation_error" ? { cause: "email" } : {}),
  };
}

/** Sends through Resend's HTTP API. The idempotency key prevents duplicates. */
export function createResendMailer({
  apiKey,
  baseUrl,
}: {
  apiKey: string;
  baseUrl?: string | undefined;
}): ProviderMailer {
  const resend = new Resend(
    apiKey,
    baseUrl === undefined ? {} : { baseUrl: baseUrl.replace(/\/+$/, "") },
  );
  return {
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
