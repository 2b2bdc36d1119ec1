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
