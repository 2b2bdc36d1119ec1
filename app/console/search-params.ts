/** The query parameters that Next passes to a page. */
export type SearchParams = Promise<Record<string, string | string[] | undefined>>;

/** Returns the first value of each parameter. */
export async function readSearchParams(
  searchParams: SearchParams,
): Promise<Record<string, string>> {
  const entries = Object.entries(await searchParams).map(
    ([name, value]) => [name, Array.isArray(value) ? value[0] : value] as const,
  );
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ""),
  );
}

/** Returns the path with query parameters. Skips undefined values. */
export function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`;
}
