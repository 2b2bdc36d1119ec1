import { exactUpTo } from "./total-words";

const format = new Intl.NumberFormat("en");

/** The first and the last entry of a page, counted from 1. */
export interface PageRange {
  from: number;
  to: number;
}

interface Total {
  /** May stop above 10,000. */
  count: number;
  /** False if there may be more. Default: true. */
  isExact?: boolean;
}

function totalOf({ count, isExact = true }: Total): string {
  if (count > exactUpTo) return `more than ${format.format(exactUpTo)}`;
  return isExact ? format.format(count) : `${format.format(count)} or more`;
}

/**
 * Returns where a page is in its list, such as "51–100 of 275".
 * @param total undefined if nothing was counted
 */
export function pageWords({ from, to }: PageRange, total: Total | undefined): string {
  const range = from === to ? format.format(from) : `${format.format(from)}–${format.format(to)}`;
  // A count can stop before the page does.
  const isBehind = total !== undefined && total.count <= exactUpTo && total.count < to;
  return total === undefined || isBehind ? range : `${range} of ${totalOf(total)}`;
}
