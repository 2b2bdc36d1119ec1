/**
 * Whether the body has that media type, parameters ignored (RFC 9110 §8.3), and no content
 * encoding.
 */
export function hasMediaType({ headers }: Request, mediaType: string): boolean {
  const essence = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  return essence === mediaType && encoding === "identity";
}
