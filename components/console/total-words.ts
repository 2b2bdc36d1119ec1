/** Totals are exact up to this number. */
const exactUpTo = 10_000;

const format = new Intl.NumberFormat("en");

/** Returns a total in words, such as "1,240 users" or "10k+ users". */
export function totalWords({
  count,
  one,
  many,
}: {
  count: number;
  one: string;
  many: string;
}): string {
  if (count > exactUpTo) return `10k+ ${many}`;
  return `${format.format(count)} ${count === 1 ? one : many}`;
}
