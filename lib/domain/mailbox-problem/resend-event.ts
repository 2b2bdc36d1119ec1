import { z } from "zod";

const Details = z.object({ message: z.string(), type: z.string() }).partial();

/** What Resend sends about an email, as far as it matters here. */
const ResendEvent = z.object({
  type: z.enum(["email.bounced", "email.suppressed", "email.complained"]),
  data: z.object({
    email_id: z.uuid().toLowerCase(),
    created_at: z.string().optional(),
    to: z.array(z.string()),
    bounce: Details.optional(),
    suppressed: Details.optional(),
  }),
});

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
 * complained before. A bounce without a type is permanent, because Resend retries others itself.
 * @returns undefined for events about anything else
 */
export function readResendEvent(value: unknown): EmailEvent | undefined {
  const { success, data: event } = ResendEvent.safeParse(value);
  if (!success) return undefined;
  const { email_id: messageId, created_at: createdAt = "", to, bounce, suppressed } = event.data;
  const isComplaint = event.type === "email.complained";
  return {
    kind: isComplaint ? "complained" : "bounced",
    isPermanent: !isComplaint && !/^(transient|undetermined)$/i.test(bounce?.type ?? ""),
    messageId,
    emailCreatedAt: Date.parse(createdAt),
    to: to[0],
    reason: bounce?.message ?? suppressed?.message ?? "",
  };
}
