import { createHmac, timingSafeEqual } from "node:crypto";
import { z } from "zod";

/** Null, absent or of another type: an event counts without it. */
const text = z.string().optional().catch(undefined);
const Details = z.object({ message: text, type: text, reason: text }).optional().catch(undefined);

/** What Resend sends about an email, as far as it matters here. */
const ResendEvent = z.object({
  type: z.enum(["email.bounced", "email.failed", "email.suppressed", "email.complained"]),
  data: z.object({
    email_id: z.uuid().toLowerCase(),
    created_at: text,
    to: z.union([z.array(z.string()), z.string().transform((address) => [address])]).catch([]),
    bounce: Details,
    failed: Details,
    suppressed: Details,
  }),
});

/** Emails that Resend failed to send, such as beyond its quota, say nothing about the mailbox. */
const isPermanent = (type: string, bounceType: string | undefined) =>
  (type === "email.bounced" && !/^(transient|undetermined)$/i.test(bounceType ?? "")) ||
  type === "email.suppressed";

/** A problem of a mailbox that the provider reports after it accepted an email. */
export interface EmailEvent {
  kind: "bounced" | "complained";
  /** The mailbox will refuse further emails, too. */
  isPermanent: boolean;
  /** The provider's id of the email. */
  messageId: string;
  /** When the email was created, in ms; NaN if that isn't known. */
  emailCreatedAt: number;
  to: string | undefined;
  reason: string;
}

/**
 * Reads an event of Resend. An address on Resend's suppression list counts as bounced: it bounced or
 * complained before. A bounce without a type is permanent, because Resend retries others itself. An
 * email that Resend failed to send counts as a bounce that blocks nothing.
 * @returns undefined for events about anything else
 */
export function readResendEvent(value: unknown): EmailEvent | undefined {
  const { success, data: event } = ResendEvent.safeParse(value);
  if (!success) return undefined;
  const { type, data } = event;
  return {
    kind: type === "email.complained" ? "complained" : "bounced",
    isPermanent: isPermanent(type, data.bounce?.type),
    messageId: data.email_id,
    emailCreatedAt: Date.parse(data.created_at ?? ""),
    to: data.to[0],
    reason: data.bounce?.message ?? data.failed?.reason ?? data.suppressed?.message ?? "",
  };
}

const toleranceMs = 5 * 60_000;
const secretPrefix = "whsec_";

/** The headers of a signed event, by Standard Webhooks 1.0. Resend's have the prefix `svix-`. */
export interface Signature {
  id: string;
  /** Seconds since the Unix epoch. */
  timestamp: string;
  /** `v1,` and base64, several separated by spaces during a rotation of the secret. */
  signatures: string;
}

/** Whether an event was signed within five minutes of `now` (ms). Older ones may be replays. */
export const isRecent = ({ timestamp }: Pick<Signature, "timestamp">, now: number): boolean =>
  /^\d{1,12}$/.test(timestamp) && Math.abs(now - Number(timestamp) * 1_000) <= toleranceMs;

/** Whether one of the signatures is that of the body's bytes under the secret. */
export function isSigned(
  { id, timestamp, signatures }: Signature,
  body: Uint8Array,
  secret: string,
): boolean {
  const key = Buffer.from(secret.slice(secretPrefix.length), "base64");
  const mac = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(" ").some((each) => {
    const [version, text = ""] = each.split(",", 2);
    const signature = Buffer.from(text, "base64");
    return version === "v1" && signature.length === mac.length && timingSafeEqual(signature, mac);
  });
}
