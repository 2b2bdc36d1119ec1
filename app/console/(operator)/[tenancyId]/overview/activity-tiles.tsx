import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { Link } from "@/app/console/link";
import type { ActivityReport, Counts } from "@/lib/domain/counter/read-activity";
import { seriesCounts } from "./chart-series";
import { activityHref, emailLogHref, type Span } from "./drill-down";

interface Tile {
  label: string;
  count: (counts: Counts) => number;
  href: (tenancyId: string, span: Span) => string;
  isBad?: true;
}

const tiles: readonly Tile[] = [
  {
    label: "Registrations",
    count: (counts) => seriesCounts(counts).registrations,
    href: (id, span) => activityHref(id, span, { kind: "registration.succeeded" }),
  },
  {
    label: "Sign-ins",
    count: (counts) => seriesCounts(counts).signIns,
    href: (id, span) => activityHref(id, span, { kind: "sign-in" }),
  },
  {
    label: "Codes verified",
    count: (counts) => seriesCounts(counts).codes,
    href: (id, span) => activityHref(id, span, { kind: "code.verified" }),
  },
  {
    label: "Emails sent",
    count: (counts) => counts["mail.sent"] ?? 0,
    href: (id, span) => emailLogHref(id, span, { delivery: "accepted" }),
  },
  {
    label: "Emails not sent",
    count: (counts) => counts["mail.dead"] ?? 0,
    href: (id, span) => emailLogHref(id, span, { delivery: "refused" }),
    isBad: true,
  },
  {
    label: "Failed requests",
    count: (counts) => seriesCounts(counts).failed,
    href: (id, span) => activityHref(id, span, { kind: "refused" }),
    isBad: true,
  },
];

const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

/** Smaller changes are usual, so they have no color. */
const notable = 0.1;

function Change({ now, before, isBad }: { now: number; before: number; isBad: boolean }) {
  if (now === before) return <span className="text-xs text-quiet">Unchanged</span>;
  if (before === 0) return <span className="text-xs text-quiet">None before</span>;
  const Arrow = now > before ? ArrowUpRight : ArrowDownRight;
  const share = (now - before) / before;
  const look =
    Math.abs(share) < notable ? "text-ink" : now > before === isBad ? "text-danger" : "text-accent";
  return (
    <span className="flex flex-wrap items-center gap-x-1 text-xs text-quiet">
      <Arrow aria-hidden className={`size-3.5 ${look}`} />
      <span className={`font-medium ${look}`}>{percent.format(share)}</span>
      <span>from {number.format(before)}</span>
    </span>
  );
}

interface Props {
  tenancyId: string;
  report: ActivityReport;
  /** Such as "the previous 7 days". */
  previous: string;
}

/** Key figures, compared with the previous period. Each links to the list behind it. */
export function ActivityTiles({ tenancyId, report, previous }: Props) {
  const { totals, before } = report;
  const hasBefore = Object.keys(before).length > 0;
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {tiles.map(({ label, count, href, isBad = false }) => (
          <div
            key={label}
            className={
              "relative flex min-w-0 flex-col gap-1 rounded-2xl border border-line bg-surface p-4 " +
              "hover:border-control"
            }
          >
            <dt className="text-sm text-quiet">
              <Link
                href={href(tenancyId, report)}
                className={
                  "underline decoration-control decoration-dotted underline-offset-4 " +
                  "after:absolute after:inset-0 after:rounded-2xl"
                }
              >
                {label}
              </Link>
            </dt>
            <dd className="flex flex-col gap-1">
              <span className="text-2xl font-semibold tracking-tight tabular-nums">
                {number.format(count(totals))}
              </span>
              {hasBefore && <Change now={count(totals)} before={count(before)} isBad={isBad} />}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-quiet">
        {hasBefore ? `Compared with ${previous}.` : `There was no activity in ${previous}.`}
      </p>
    </div>
  );
}
