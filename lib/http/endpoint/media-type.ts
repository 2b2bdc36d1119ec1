/** Whether the body is of that media type, compared by essence (RFC 9110 §8.3), and not encoded. */
export function hasMediaType({ headers }: Request, mediaType: string): boolean {
  const essence = headers.get("content-type")?.split(";", 1)[0]?.trim().toLowerCase();
  const encoding = headers.get("content-encoding")?.trim().toLowerCase() ?? "identity";
  return essence === mediaType && encoding === "identity";
}
