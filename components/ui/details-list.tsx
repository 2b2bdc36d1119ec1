import type { ReactNode } from "react";

/** A list of labels and values. */
export function DetailsList({
  rows,
}: {
  rows: readonly (readonly [label: string, value: ReactNode])[];
}) {
  return (
    <dl className="grid grid-cols-1 gap-x-8 gap-y-3 text-sm sm:grid-cols-[minmax(8rem,max-content)_1fr]">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-quiet">{label}</dt>
          <dd className="-mt-2 min-w-0 break-words sm:mt-0">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
