import { Link } from "@/app/console/link";

export interface Bar {
  label: string;
  count: number;
  /** Between 0 and 1: the length of the bar, and its percentage. */
  share: number;
  /** Default: the table's color. */
  color?: string;
  /** The list behind the number. Absent if no list has exactly as many entries. */
  href?: string | undefined;
}

const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** The smallest share that isn't rounded to 0 %. */
const shownShare = 0.005;

/** Returns "<1%" for a share that isn't 0, and ">99%" for one that isn't all. */
function shareWords(share: number): string {
  if (share > 0 && share < shownShare) return `<${percent.format(0.01)}`;
  if (share < 1 && share >= 1 - shownShare) return `>${percent.format(0.99)}`;
  return percent.format(share);
}

interface Props {
  caption: string;
  /** What the percentages are of, such as "failed requests". */
  of: string;
  bars: readonly Bar[];
  color: string;
}

/**
 * A table as a bar chart. A bar of 40 % is as wide as 40 % of its row. Rows without a count are left
 * out.
 */
export function BarTable({ caption, of, bars, color }: Props) {
  const counted = bars.filter(({ count }) => count > 0);
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="text-xs text-quiet">
        <tr>
          <th scope="col" className="pb-1 text-right font-normal" colSpan={2}>
            % of {of}
          </th>
          <th scope="col" className="pb-1 pl-4 text-right font-normal">
            Count
          </th>
        </tr>
      </thead>
      <tbody>
        {counted.map(({ label, count, share, color: own = color, href }) => (
          <tr key={label} className="border-t border-line first:border-t-0">
            <th scope="row" className="w-full py-2 text-left font-normal">
              {href === undefined ? (
                label
              ) : (
                <Link
                  href={href}
                  className={
                    "rounded underline decoration-control decoration-dotted underline-offset-4 " +
                    "hover:text-accent"
                  }
                >
                  {label}
                </Link>
              )}
              <span aria-hidden className="mt-1.5 block h-2 overflow-hidden rounded-full bg-sunken">
                <span
                  data-bar
                  className="block h-full rounded-full"
                  style={{ width: `${Math.min(1, share) * 100}%`, background: own }}
                />
              </span>
            </th>
            <td className="py-2 pl-4 text-right text-quiet tabular-nums">{shareWords(share)}</td>
            <td className="py-2 pl-4 text-right font-medium tabular-nums">
              {number.format(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
