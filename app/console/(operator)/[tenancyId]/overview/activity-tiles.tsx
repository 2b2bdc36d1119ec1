import { ArrowDownRight, ArrowUpRight } from "lucide-react";
import { Link } from "@/app/console/link";
import type { ActivityReport, Counts } from "@/lib/domain/record/counter/read-activity";
import { seriesCounts } from "./chart-series";
import { compareRates, notable, type Rate } from "./compare-rates";
import { countHref, type Lists } from "./drill-down";

interface Tile {
  label: string;
  count: (counts: Counts) => number;
  /** The filter of the list behind it. Absent if no list has exactly as many entries. */
  kind?: string;
  /** Failures are compared by their rate. */
  failuresOf?: Omit<Rate, "part">;
}

/** What succeeded or failed. */
function countAttempts(counts: Counts): number {
  const { registrations, signIns, codes, failed } = seriesCounts(counts);
  return registrations + signIns + codes + failed;
}

const sent = (counts: Counts) => counts["mail.sent"] ?? 0;
const notSent = (counts: Counts) => counts["mail.dead"] ?? 0;

const tiles: readonly Tile[] = [
  {
    label: "Registrations",
    count: (counts) => seriesCounts(counts).registrations,
    kind: "registration.succeeded",
  },
  {
    label: "Sign-ins",
    count: (counts) => seriesCounts(counts).signIns,
    kind: "sign-in",
  },
  {
    label: "Codes verified",
    count: (counts) => seriesCounts(counts).codes,
    kind: "code.verified",
  },
  {
    label: "Emails sent",
    count: sent,
  },
  {
    label: "Emails not sent",
    count: notSent,
    failuresOf: { whole: (counts) => sent(counts) + notSent(counts), of: "emails" },
  },
  {
    label: "Failed requests",
    count: (counts) => seriesCounts(counts).failed,
    kind: "refused",
    failuresOf: { whole: countAttempts, of: "attempts" },
  },
];

const quietLook = "text-xs text-quiet";
const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

const arrows = { up: ArrowUpRight, down: ArrowDownRight };

function Change({ now, before }: { now: number; before: number }) {
  if (now === before) return <span className={quietLook}>Unchanged</span>;
  if (before === 0) return <span className={quietLook}>None before</span>;
  const Arrow = now > before ? arrows.up : arrows.down;
  const share = (now - before) / before;
  // Smaller changes have no color.
  const look =
    Math.abs(share) < notable ? "text-ink" : now > before ? "text-accent" : "text-danger";
  return (
    <span className={`flex flex-wrap items-center gap-x-1 ${quietLook}`}>
      <Arrow aria-hidden className={`size-3.5 ${look}`} />
      <span className={`font-medium ${look}`}>{percent.format(share)}</span>
      <span>from {number.format(before)}</span>
    </span>
  );
}

function RateChange({ report, rate }: { report: ActivityReport; rate: Rate }) {
  const compared = compareRates(report, rate);
  if (compared === undefined) return <span className={quietLook}>No {rate.of}</span>;
  const { direction, isNotable, now, before } = compared;
  const Arrow = direction === null ? undefined : arrows[direction];
  const look = !isNotable ? "text-ink" : direction === "up" ? "text-danger" : "text-accent";
  return (
    <span className={`flex flex-col ${quietLook}`}>
      <span className="flex flex-wrap items-center gap-x-1">
        {Arrow && <Arrow aria-hidden className={`size-3.5 ${look}`} />}
        <span className={`font-medium ${look}`}>{now}</span> of {rate.of}
      </span>
      {before !== undefined && <span>{before === now ? "Unchanged" : `${before} before`}</span>}
    </span>
  );
}

/** The name of a number, as a link if a list is behind it. */
function TileLabel({ label, href }: { label: string; href: string | undefined }) {
  return (
    <dt className="text-sm text-quiet">
      {href === undefined ? (
        label
      ) : (
        <Link
          href={href}
          className={
            "underline decoration-control decoration-dotted underline-offset-4 " +
            "after:absolute after:inset-0 after:rounded-2xl"
          }
        >
          {label}
        </Link>
      )}
    </dt>
  );
}

interface Props {
  lists: Lists;
  report: ActivityReport;
  /** Such as "the previous 7 days". */
  previous: string;
}

/** Key figures, compared with the previous period. Each that has one links to the list behind it. */
export function ActivityTiles({ lists, report, previous }: Props) {
  const { totals, before } = report;
  const hasBefore = Object.keys(before).length > 0;
  return (
    <div className="flex flex-col gap-2">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
        {tiles.map(({ label, count, kind, failuresOf }) => (
          <div
            key={label}
            className={
              "relative flex min-w-0 flex-col gap-1 rounded-2xl border border-line bg-surface p-4 " +
              "has-[a]:hover:border-control"
            }
          >
            <TileLabel
              label={label}
              href={kind === undefined ? undefined : countHref(lists, report, { kind })}
            />
            <dd className="flex flex-col gap-1">
              <span className="text-2xl font-semibold tracking-tight tabular-nums">
                {number.format(count(totals))}
              </span>
              {failuresOf !== undefined ? (
                <RateChange report={report} rate={{ ...failuresOf, part: count }} />
              ) : (
                hasBefore && <Change now={count(totals)} before={count(before)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-quiet">
        {hasBefore ? `Compared with ${previous}.` : `There was no activity in ${previous}.`}{" "}
        Attempts are registrations, sign-ins, verified codes and failed requests.
      </p>
    </div>
  );
}
