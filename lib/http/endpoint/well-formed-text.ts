import { badRequest } from "@/lib/errors";

/** Whether PostgreSQL and UTF-8 can carry the text: no U+0000, no lone surrogate. */
export const isWellFormed = (text: string) => !text.includes("\u0000") && text.isWellFormed();

/**
 * Refuses U+0000, which PostgreSQL cannot keep, and lone surrogates, which UTF-8 cannot carry, in
 * every string and key. Walks without recursion: depth is the caller's to choose.
 * @throws BadRequest naming the place
 */
export function requireWellFormedText(value: unknown, path = ""): void {
  const open: { value: unknown; path: string }[] = [{ value, path }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === "string" && !isWellFormed(next.value))
      throw badRequest(next.path, "contains U+0000 or a lone surrogate");
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const [key, inner] of Object.entries(next.value)) {
      if (!isWellFormed(key))
        throw badRequest(next.path, "has a key that contains U+0000 or a lone surrogate");
      // Deep paths would grow with the square of the depth, and nobody reads them.
      open.push({
        value: inner,
        path: next.path.length > 200 ? next.path : next.path === "" ? key : `${next.path}.${key}`,
      });
    }
  }
}
