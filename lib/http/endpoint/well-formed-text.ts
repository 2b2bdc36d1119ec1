import { badRequest } from "@/lib/errors";

/** Whether PostgreSQL can store the text: no U+0000 and no lone surrogate. */
export const isWellFormed = (text: string) => !text.includes("\u0000") && text.isWellFormed();

/**
 * Rejects U+0000, which PostgreSQL can't store, and lone surrogates, which UTF-8 can't encode, in
 * every string and key. Iterative, because callers choose the depth.
 * @param except a field of the value whose text isn't checked
 * @throws BadRequest with the path of the field
 */
export function requireWellFormedText(
  value: unknown,
  { except }: { except?: string | undefined } = {},
): void {
  const open: { value: unknown; path: string }[] = [{ value, path: "" }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === "string" && next.path !== except && !isWellFormed(next.value))
      throw badRequest(next.path, "contains U+0000 or a lone surrogate");
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const [key, inner] of Object.entries(next.value)) {
      if (!isWellFormed(key))
        throw badRequest(next.path, "has a key that contains U+0000 or a lone surrogate");
      // Truncated: full paths of deeply nested values would take quadratic memory.
      open.push({
        value: inner,
        path: next.path.length > 200 ? next.path : next.path === "" ? key : `${next.path}.${key}`,
      });
    }
  }
}
