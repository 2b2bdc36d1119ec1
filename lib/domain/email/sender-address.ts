import { parseEmail } from "@/lib/domain/user/email";

/** The domain of a sender address, lower-case ASCII; null when it is no address. */
export function senderDomainOf(address: string): string | null {
  const normalized = parseEmail(address)?.normalized;
  return normalized === undefined ? null : normalized.slice(normalized.lastIndexOf("@") + 1);
}

interface Sender {
  mailSender: string | null;
  /** Domains that a system owner confirmed for the tenancy, or whose grace period has not ended. */
  senderDomains: readonly string[];
}

/**
 * The address that a tenancy's email comes from: its own once the domain is confirmed, else the
 * installation's.
 */
export function senderAddress(
  { mailSender, senderDomains }: Sender,
  defaultSender: string,
): string {
  const domain = mailSender === null ? null : senderDomainOf(mailSender);
  // The migration copied domains as they were written, perhaps not in ASCII.
  const isUsable =
    domain !== null && senderDomains.some((one) => senderDomainOf(`sender@${one}`) === domain);
  return mailSender !== null && isUsable ? mailSender : defaultSender;
}
