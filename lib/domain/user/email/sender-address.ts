import { parseEmail } from "@/lib/domain/base/email-address";

/** Returns the domain of a sender address in lower-case ASCII; null if it isn't an address. */
export function senderDomainOf(address: string): string | null {
  const normalized = parseEmail(address)?.normalized;
  return normalized === undefined ? null : normalized.slice(normalized.lastIndexOf("@") + 1);
}

interface Sender {
  mailSender: string | null;
  /** Domains that a system owner confirmed, or that are in their grace period. */
  senderDomains: readonly string[];
}

/**
 * Returns the From address of a tenancy's email: its own once the domain is confirmed, else the
 * installation's.
 */
export function senderAddress(
  { mailSender, senderDomains }: Sender,
  defaultSender: string,
): string {
  const domain = mailSender === null ? null : senderDomainOf(mailSender);
  // Migrated domains may not be in ASCII.
  const isUsable =
    domain !== null && senderDomains.some((one) => senderDomainOf(`sender@${one}`) === domain);
  return mailSender !== null && isUsable ? mailSender : defaultSender;
}
