import type { ComponentProps, ReactNode } from "react";

/** A table that scrolls horizontally on narrow screens. `label` is its accessible name. */
export function Table({ label, children }: { label: string; children: ReactNode }) {
  return (
    // Focusable for keyboard scrolling.
    <div
      role="region"
      aria-label={label}
      tabIndex={0}
      className="relative overflow-x-auto rounded-2xl border border-line bg-surface"
    >
      <table className="w-full border-collapse text-sm">{children}</table>
    </div>
  );
}

export function HeadCell(props: ComponentProps<"th">) {
  return (
    <th
      scope="col"
      {...props}
      className={
        "border-b border-line px-4 py-3 text-left text-xs font-medium whitespace-nowrap text-quiet " +
        (props.className ?? "")
      }
    />
  );
}

export function Row(props: ComponentProps<"tr">) {
  return (
    <tr
      {...props}
      className={`border-b border-line last:border-b-0 hover:bg-sunken/60 ${props.className ?? ""}`}
    />
  );
}

export function Cell(props: ComponentProps<"td">) {
  return <td {...props} className={`px-4 py-3 align-middle ${props.className ?? ""}`} />;
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
