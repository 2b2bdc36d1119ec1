/**
 * Bytes written in base64url or base64, padded or not, with line breaks such as databases put into
 * long values; null for anything else, nothing included.
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
