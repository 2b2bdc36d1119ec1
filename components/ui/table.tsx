import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";

// Below 640 px each row is a card. Browsers drop the semantics of table elements that aren't
// displayed as a table, so every element states its role.

// The headings set the widths of a fixed table, so that no value moves a column.
const fixedLook =
  "sm:table-fixed sm:min-w-[54rem] sm:[&_td]:px-2.5 sm:[&_th]:px-2.5 sm:[&_td]:py-1.5 sm:[&_th]:py-2";

/**
 * A table that scrolls horizontally if it must. `label` is its accessible name. With `isFixed`, its
 * columns have the widths of their headings and its rows are low.
 */
export function Table({
  label,
  isFixed = false,
  children,
}: {
  label: string;
  isFixed?: boolean;
  children: ReactNode;
}) {
  return (
    // Focusable for keyboard scrolling.
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-2xl border border-line bg-surface"
    >
      <table
        role="table"
        className={
          "w-full border-collapse text-sm max-sm:block max-sm:[&>tbody]:block " +
          "max-sm:[&>thead]:block max-sm:[&>thead>tr]:flex max-sm:[&>thead>tr]:flex-wrap " +
          (isFixed ? fixedLook : "")
        }
      >
        {children}
      </table>
    </div>
  );
}

const headLook =
  "border-b border-line px-4 py-3 text-left text-xs font-medium whitespace-nowrap text-quiet ";

/** A column's heading. On phones only screen readers get it; `isOnPhones` shows it. */
export function HeadCell({
  isOnPhones = false,
  ...props
}: ComponentProps<"th"> & { isOnPhones?: boolean }) {
  return (
    <th
      role="columnheader"
      scope="col"
      {...props}
      className={
        headLook + (isOnPhones ? "max-sm:grow " : "max-sm:sr-only ") + (props.className ?? "")
      }
    />
  );
}

interface Sorting<Order extends string> {
  /** Undefined if the list has another order than those of its columns. */
  current: Order | undefined;
  /** Missing if the list can only be sorted downwards. */
  ascending?: Order;
  descending: Order;
  /** The order after the first click. Default: ascending, if the list has it. */
  first?: Order;
  hrefOf: (order: Order) => string;
  className?: string;
  children: ReactNode;
}

/** A heading that sorts by its column. */
export function SortHeadCell<Order extends string>({
  current,
  ascending,
  descending,
  first = ascending ?? descending,
  hrefOf,
  className = "",
  children,
}: Sorting<Order>) {
  const shown =
    current === undefined || (current !== ascending && current !== descending)
      ? { direction: "none" as const, Icon: ArrowUpDown, next: first }
      : current === descending
        ? { direction: "descending" as const, Icon: ArrowDown, next: ascending ?? descending }
        : { direction: "ascending" as const, Icon: ArrowUp, next: descending };
  return (
    <HeadCell isOnPhones aria-sort={shown.direction} className={`max-sm:py-0 ${className}`}>
      <Link
        href={hrefOf(shown.next)}
        className={
          "inline-flex items-center gap-1.5 rounded hover:text-ink max-sm:min-h-11 " +
          (shown.direction === "none" ? "" : "text-ink")
        }
      >
        {children}
        <shown.Icon aria-hidden className="size-3.5" />
      </Link>
    </HeadCell>
  );
}

// A `RowLink` covers its row. Other controls of the row stay above it.
const linkedLook =
  "has-[[data-row-link]]:relative has-[[data-row-link]]:cursor-pointer " +
  "has-[[data-row-link]]:hover:bg-sunken/60 " +
  "has-[[data-row-link]]:hover:[&_[data-tone=neutral]]:bg-surface " +
  "[&_:is(a:not([data-row-link]),button,input,time)]:relative " +
  "[&_:is(a:not([data-row-link]),button,input,time)]:z-1 ";

/** A row. With a `RowLink`, it lights up on hover and a click anywhere in it opens the link. */
export function Row(props: ComponentProps<"tr">) {
  return (
    <tr
      role="row"
      {...props}
      className={
        "group/row border-b border-line last:border-b-0 max-sm:relative max-sm:flex " +
        "max-sm:flex-wrap max-sm:items-baseline max-sm:gap-x-4 max-sm:gap-y-1 " +
        `max-sm:px-4 max-sm:py-2 ${linkedLook} ${props.className ?? ""}`
      }
    />
  );
}

/** The link that names a row. Its clickable area is the whole row, so no parent may be positioned. */
export function RowLink({ className = "", ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      data-row-link
      className={
        "font-medium after:absolute after:inset-0 hover:text-accent hover:underline " + className
      }
    />
  );
}

const cardLook = "max-sm:block max-sm:p-0 max-sm:text-left ";
// A state beside the title leaves at least half of the line to it.
const titleLook =
  "max-sm:max-w-none max-sm:basis-full max-sm:has-[~[data-beside-title]]:-order-2 " +
  "max-sm:has-[~[data-beside-title]]:min-w-1/2 max-sm:has-[~[data-beside-title]]:flex-1 ";
const stateLook = "max-sm:-order-1 max-sm:ml-auto max-sm:group-has-[[data-action-cell]]/row:mr-9 ";
// Two short values share a line; a long one has its own.
// Screen readers announce the column's heading instead of the label.
const labelLook =
  "max-sm:flex max-sm:max-w-full max-sm:min-w-[calc(50%-0.5rem)] max-sm:items-baseline max-sm:gap-2 " +
  "max-sm:before:shrink-0 max-sm:before:text-xs max-sm:before:text-quiet " +
  "max-sm:before:content-[attr(data-label)_/_''] " +
  // An empty value would leave its label alone.
  "max-sm:empty:hidden max-sm:has-[>span:only-child:empty]:hidden";

// `break-words` would keep the column as wide as its longest word, and the table wider than its frame.
const wrapsLook = "[overflow-wrap:anywhere] sm:min-w-44 ";

interface CellProps extends ComponentProps<"td"> {
  label?: string;
  isBesideTitle?: boolean;
  wraps?: boolean;
}

/**
 * `label` names the value on a phone's card. Omit it for the cell that names the row. With
 * `isBesideTitle`, the card shows the value without a label, at the right of that cell. With `wraps`,
 * an email or a name of any length is readable in full: it breaks anywhere if it must.
 */
export function Cell({ label, isBesideTitle = false, wraps = false, ...props }: CellProps) {
  const look = isBesideTitle ? stateLook : label === undefined ? titleLook : labelLook;
  return (
    <td
      role="cell"
      {...props}
      data-label={label}
      data-beside-title={isBesideTitle || undefined}
      className={`px-4 py-3 align-middle ${props.className ?? ""} ${cardLook} ${look} ${wraps ? wrapsLook : ""}`}
    />
  );
}

/** The cell of a row's menu or checkbox. On a phone's card it is at the top right. */
export function ActionCell(props: ComponentProps<"td">) {
  return (
    <td
      role="cell"
      {...props}
      data-action-cell
      className={
        "relative z-1 w-0 cursor-auto px-4 py-1 text-right max-sm:absolute max-sm:top-1 " +
        "max-sm:right-3 max-sm:w-auto max-sm:p-1"
      }
    />
  );
}

/** Skeleton of a loading table, with the table's height. */
export function TableSkeleton({ rows = 8 }: { rows?: number }) {
  return (
    <div
      role="status"
      aria-label="Loading"
      className="overflow-hidden rounded-2xl border border-line bg-surface"
    >
      {Array.from({ length: rows }, (_, row) => (
        <div
          key={row}
          className="flex h-[3.3rem] items-center gap-6 border-b border-line px-4 last:border-b-0"
        >
          <span className="h-3 w-1/4 animate-pulse rounded bg-sunken motion-reduce:animate-none" />
          <span className="h-3 w-1/3 animate-pulse rounded bg-sunken motion-reduce:animate-none" />
          <span className="ml-auto h-3 w-20 animate-pulse rounded bg-sunken motion-reduce:animate-none" />
        </div>
      ))}
    </div>
  );
}
