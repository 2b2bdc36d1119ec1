import { bucketWords } from "./bucket-words";
import { type ActivityPoint, series } from "./chart-series";
import { LineSwatch } from "./line-swatch";

const number = new Intl.NumberFormat("en");

/** The numbers of a point, in the order of the legend. */
export const ChartTooltip = ({ point }: { point: ActivityPoint | undefined }) =>
  point && (
    <div className="rounded-xl border border-line bg-surface px-4 py-3 text-sm text-ink shadow-lg">
      <p className="font-medium">{bucketWords(point)}</p>
      <dl className="mt-2 grid grid-cols-[auto_auto] gap-x-6 gap-y-1">
        {series.map((line) => (
          <div key={line.key} className="contents">
            <dt className="flex items-center gap-2 text-quiet">
              <LineSwatch line={line} />
              {line.label}
            </dt>
            <dd className="text-right font-medium tabular-nums">
              {number.format(point[line.key])}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
