const withoutSpelling = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, "");

/** Names longer than this aren't compared: strangers choose them. */
const longestName = 64;

/** Returns the number of inserted, deleted or replaced characters (Levenshtein). */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [line, letter] of [...one].entries()) {
    const above = row;
    row = [line + 1];
    for (const [column, expected] of [...other].entries())
      row.push(
        Math.min(
          (row[column] ?? 0) + 1,
          (above[column + 1] ?? 0) + 1,
          (above[column] ?? 0) + (letter === expected ? 0 : 1),
        ),
      );
  }
  return row.at(-1) ?? 0;
}

/**
 * Returns the known name that a misspelled one probably means: the same letters in another spelling
 * (`user_id`), or at most two mistakes.
 */
export function findSimilarName(name: string, known: readonly string[]): string | undefined {
  if (name.length > longestName) return undefined;
  const typed = withoutSpelling(name);
  const [nearest] = known
    .map((candidate) => ({ candidate, distance: distanceOf(typed, withoutSpelling(candidate)) }))
    .filter(({ candidate, distance }) => distance <= 2 && distance * 3 < candidate.length)
    .toSorted((one, other) => one.distance - other.distance);
  return nearest?.candidate;
}
