const rank = (segment: string | undefined) =>
  segment === undefined ? 0 : segment.startsWith("[[...") ? 3 : segment.startsWith("[") ? 2 : 1;

/**
 * Sorts path templates in Next's order of precedence: static segments, parameters, catch-alls.
 */
export function bySpecificity(a: { path: string }, b: { path: string }): number {
  const left = a.path.split("/");
  const right = b.path.split("/");
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const difference = rank(left[index]) - rank(right[index]);
    if (difference !== 0) return difference;
  }
  return a.path < b.path ? -1 : 1;
}
