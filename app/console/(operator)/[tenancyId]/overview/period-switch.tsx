import Link from "next/link";
import { periods, type Period } from "@/lib/domain/activity/read-activity";

const words: Record<Period, { short: string; long: string }> = {
  "24h": { short: "24 h", long: "The last 24 hours" },
  "7d": { short: "7 d", long: "The last 7 days" },
  "30d": { short: "30 d", long: "The last 30 days" },
};

/** Returns the URL's period. Defaults to a week. */
export const readPeriod = (asked: string | string[] | undefined): Period =>
  typeof asked === "string" && Object.hasOwn(periods, asked) ? (asked as Period) : "7d";

export function PeriodSwitch({ path, current }: { path: string; current: Period }) {
  return (
    <nav aria-label="Period" className="flex rounded-lg border border-line bg-surface p-1">
      {(Object.keys(periods) as Period[]).map((period) => (
        <Link
          key={period}
          href={`${path}?period=${period}`}
          aria-label={words[period].long}
          aria-current={period === current ? "true" : undefined}
          scroll={false}
          className={
            "grid min-h-9 min-w-14 place-items-center rounded-md px-3 text-sm font-medium " +
            "text-quiet hover:text-ink aria-[current=true]:bg-accent-soft " +
            "aria-[current=true]:text-accent"
          }
        >
          {words[period].short}
        </Link>
      ))}
    </nav>
  );
}
