import { domainToASCII } from "node:url";
import { limits } from "@/lib/limits";
import { ServiceError } from "@/lib/errors";

export interface Email {
  /** As given, trimmed, in NFC. */
  shown: string;
  /** For comparison: NFC, the domain in lower-case IDNA ASCII, the local part in lower case. */
  normalized: string;
}

// A bare mailbox: no quotes, comments, display names, control characters or bidi marks.
const localPart =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainName =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:xn--[a-z0-9-]{2,59}|[a-z]{2,63})$/;

/**
 * Parses an email address in the common form of RFC 5321, or RFC 6531 for other scripts. Returns
 * null for an address that we would not send to.
 */
export function parseEmail(input: string): Email | null {
  const shown = input.trim().normalize("NFC");
  const at = shown.lastIndexOf("@");
  const local = shown.slice(0, at);
  const givenDomain = shown.slice(at + 1);
  if (
    at < 1 ||
    !localPart.test(local) ||
    Buffer.byteLength(local) > 64 ||
    /[\s%/\\?#]/.test(givenDomain)
  )
    return null;
  const domain = domainToASCII(givenDomain);
  const normalized = `${local.toLowerCase().normalize("NFC")}@${domain}`;
  if (
    !domainName.test(domain) ||
    Buffer.byteLength(shown) > limits.emailOctets ||
    Buffer.byteLength(normalized) > limits.emailOctets
  )
    return null;
  return { shown, normalized };
}

/**
 * Returns the address for an email provider: the local part as given, the domain in IDNA ASCII.
 * `parseEmail` validated the ASCII form. A provider could map the Unicode form to another domain.
 */
export function toDeliverable(email: string): string {
  const parsed = parseEmail(email);
  if (parsed === null) return email;
  const { shown, normalized } = parsed;
  return shown.slice(0, shown.lastIndexOf("@")) + normalized.slice(normalized.lastIndexOf("@"));
}

/** @throws InvalidEmail */
export function requireEmail(input: string): Email {
  const email = parseEmail(input);
  if (email === null) throw new ServiceError("@error/InvalidEmail");
  return email;
}
