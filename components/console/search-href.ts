/** Returns the URL of a GET form without its empty fields, which a browser would send, too. */
export function searchHref(action: string, entries: Iterable<[string, unknown]>): string {
  const query = new URLSearchParams();
  for (const [name, value] of entries)
    if (typeof value === "string" && value.trim() !== "") query.append(name, value.trim());
  return query.size === 0 ? action : `${action}?${query.toString()}`;
}
