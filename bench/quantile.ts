/** Returns a quantile of ascending values by nearest rank, and NaN if there are none. */
export const quantile = (sorted: ArrayLike<number>, share: number): number =>
  sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;

export const median = (values: number[]): number =>
  quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
