/**
 * Decodes base64url or base64. Whitespace and missing padding are allowed.
 * @returns null for empty text, other characters, or unused bits that are not zero
 */
export function decodeBase64(text: string): Buffer | null {
  const normalized = text
    .replace(/\s+/g, "")
    .replace(/={1,2}$/, "")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  const bytes = Buffer.from(normalized, "base64url");
  // Node skips characters that it cannot decode, so only a round trip proves the text valid.
  return normalized !== "" && bytes.toString("base64url") === normalized ? bytes : null;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const hexadecimal = /^(0x|\\x)?((?:[0-9a-f]{2}){4,}|(?:[0-9A-F]{2}){4,})$/;
// 16 bytes. Of base64url texts of this length, fewer than one in 10^19 looks like hexadecimal.
const certainDigits = 32;
const shownCharacters = 100;

export interface OtherEncoding {
  /** What the text looks like, and what to send instead. */
  hint: string;
  /** False if the text may as well be base64url. */
  isCertain: boolean;
}

const shorten = (text: string) =>
  text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;

const toBase64Url = (bytes: string, encoding: "hex" | "utf8") =>
  shorten(Buffer.from(bytes, encoding).toString("base64url"));

/**
 * Finds out whether text that should be base64url is hexadecimal or a UUID, which are valid base64url
 * but stand for other bytes.
 * @returns null if it is neither
 */
export function findOtherEncoding(text: string): OtherEncoding | null {
  const trimmed = text.trim();
  const [, prefix, digits = ""] = hexadecimal.exec(trimmed) ?? [];
  const isUuid = uuid.test(trimmed);
  // Small integers in base64 are letters A and few others. Hexadecimal without a digit is rare.
  if (!isUuid && !(prefix !== undefined || /[0-9]/.test(digits))) return null;
  const bytes = toBase64Url(isUuid ? trimmed.replaceAll("-", "") : digits, "hex");
  return {
    hint:
      `looks like ${isUuid ? "a UUID" : "hexadecimal"}. Send what the device stores as base64url: ` +
      `${bytes} for these bytes, or ${toBase64Url(trimmed, "utf8")} for this text`,
    isCertain: isUuid || prefix !== undefined || digits.length >= certainDigits,
  };
}
