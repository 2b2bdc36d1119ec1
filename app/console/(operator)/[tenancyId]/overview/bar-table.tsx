export interface Bar {
  label: string;
  count: number;
  /** Shown after the label, such as a percentage. */
  note?: string;
}

const number = new Intl.NumberFormat("en");

/** A table as a bar chart. Bar lengths are relative to the longest. */
export function BarTable({
  caption,
  bars,
  color,
}: {
  caption: string;
  bars: readonly Bar[];
  color: string;
}) {
  const longest = Math.max(1, ...bars.map(({ count }) => count));
  return (
    <table className="w-full border-collapse text-sm">
      <caption className="sr-only">{caption}</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">What</th>
          <th scope="col">How often</th>
        </tr>
      </thead>
      <tbody>
        {bars.map(({ label, count, note }) => (
          <tr key={label}>
            <th scope="row" className="w-full py-1.5 pr-4 text-left font-normal">
              <span className="flex flex-wrap justify-between gap-x-3">
                <span>{label}</span>
                {note !== undefined && <span className="text-quiet">{note}</span>}
              </span>
              <span aria-hidden className="mt-1 block h-2 overflow-hidden rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full"
                  style={{ width: `${(count / longest) * 100}%`, background: color }}
                />
              </span>
            </th>
            <td className="py-1.5 text-right align-bottom leading-3 font-medium tabular-nums">
              {number.format(count)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
