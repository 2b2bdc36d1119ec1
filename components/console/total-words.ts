/** Totals are exact up to this number. */
export const exactUpTo = 10_000;

const format = new Intl.NumberFormat("en");

export interface Total {
  /** May stop above 10,000. */
  count: number;
  /** False if there may be more. Default: true. */
  isExact?: boolean;
  one: string;
  many: string;
}

/** Returns a bounded number, such as "1,240", "10k+" or "37+". */
export function countWords({ count, isExact }: { count: number; isExact: boolean }): string {
  if (count > exactUpTo) return "10k+";
  return `${format.format(count)}${isExact ? "" : "+"}`;
}

/** Returns a total in words, such as "1,240 users", "10k+ users" or "37 or more users". */
export function totalWords({ count, isExact = true, one, many }: Total): string {
  if (count > exactUpTo) return `10k+ ${many}`;
  if (!isExact) return `${format.format(count)} or more ${many}`;
  return `${format.format(count)} ${count === 1 ? one : many}`;
}
