import { Link } from "@/app/console/link";
import { type Period, periods } from "@/lib/domain/record/counter/read-activity";

/** How each period is named, and the one before it. */
export const periodWords: Record<Period, { label: string; previous: string }> = {
  "24h": { label: "24 hours", previous: "the previous 24 hours" },
  "7d": { label: "7 days", previous: "the previous 7 days" },
  "30d": { label: "30 days", previous: "the previous 30 days" },
};

/** Returns the URL's period, if it has one. */
export const readPeriod = (asked: string | string[] | undefined): Period | undefined =>
  typeof asked === "string" && Object.hasOwn(periods, asked) ? (asked as Period) : undefined;

export function PeriodSwitch({ path, current }: { path: string; current: Period }) {
  return (
    <nav aria-label="Period" className="flex rounded-lg border border-line bg-surface p-1">
      {(Object.keys(periods) as Period[]).map((period) => (
        <Link
          key={period}
          href={`${path}?period=${period}`}
          aria-current={period === current ? "true" : undefined}
          scroll={false}
          className={
            "grid min-h-9 place-items-center rounded-md px-3 text-sm font-medium " +
            "text-quiet hover:text-ink aria-[current=true]:bg-accent-soft " +
            "aria-[current=true]:text-accent"
          }
        >
          {periodWords[period].label}
        </Link>
      ))}
    </nav>
  );
}
