/**
 * Decodes base64url or base64, with or without padding and line breaks. Null for empty or malformed
 * text.
 */
export function decodeBytes(text: string): Buffer | null {
  const bare = text
    .replace(/\s+/g, "")
    .replace(/={1,2}$/, "")
    .replaceAll("+", "-")
    .replaceAll("/", "_");
  const bytes = Buffer.from(bare, "base64url");
  return bare !== "" && bytes.toString("base64url") === bare ? bytes : null;
}
