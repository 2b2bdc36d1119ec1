import { domainToASCII, domainToUnicode } from "node:url";
import { badRequest, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";

export interface Email {
  /** As given, trimmed, in NFC. The domain only if it differs from the compared one in case. */
  shown: string;
  /** For comparison: NFC, the domain in lower-case IDNA ASCII, the local part in lower case. */
  normalized: string;
}

// A bare mailbox: no quotes, comments, display names, control characters, bidi marks or fillers.
const localPart =
  /^(?!.*\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const domainName =
  /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:xn--[a-z0-9-]{2,59}|[a-z]{2,63})$/;

/** Whether a letter outside ASCII is compared as one of ASCII, such as the Kelvin sign as `k`. */
const foldsToAscii = (text: string) =>
  [...text].some(
    (one) => one > "\x7f" && /^[\x00-\x7f]+$/.test(one.normalize("NFC").toLowerCase()),
  );

/** Returns the domain as given, without what IDNA removes or maps, such as full-width letters. */
function toShownDomain(given: string, ascii: string): string {
  const unicode = domainToUnicode(ascii);
  return [ascii, unicode].includes(given.toLowerCase()) ? given : unicode;
}

/**
 * Parses an email address in the common form of RFC 5321, or RFC 6531 for other scripts. Returns
 * null for an address that we would not send to.
 */
export function parseEmail(input: string): Email | null {
  const given = input.trim().normalize("NFC");
  const at = given.lastIndexOf("@");
  const local = given.slice(0, at);
  const givenDomain = given.slice(at + 1);
  if (
    at < 1 ||
    !localPart.test(local) ||
    Buffer.byteLength(local) > 64 ||
    foldsToAscii(input.slice(0, input.lastIndexOf("@"))) ||
    /[\s%/\\?#]/.test(givenDomain)
  )
    return null;
  const domain = domainToASCII(givenDomain);
  const shown = `${local}@${toShownDomain(givenDomain, domain)}`;
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

/**
 * Parses the field `email` for endpoints whose clients don't know InvalidEmail.
 * @throws BadRequest (email)
 */
export function requireEmailField(input: string): Email {
  const email = parseEmail(input);
  if (email === null)
    throw badRequest(
      "email",
      input.trim() === "" ? "must not be empty" : "must be one email address",
    );
  return email;
}
