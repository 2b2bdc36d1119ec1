import { ArrowDownRight, ArrowRight, ArrowUpRight } from "lucide-react";
import { sumOf, type ActivityReport, type Counts } from "@/lib/domain/activity/read-activity";

const tiles: readonly { label: string; count: (counts: Counts) => number; isBad?: true }[] = [
  { label: "Registrations", count: (counts) => counts["passkey.registered"] ?? 0 },
  {
    label: "Sign-ins",
    count: (counts) =>
      (counts["passkey.authenticated"] ?? 0) + (counts["user.authenticated-by-email"] ?? 0),
  },
  { label: "Codes verified", count: (counts) => counts["challenge.verified"] ?? 0 },
  { label: "Mails sent", count: (counts) => counts["mail.sent"] ?? 0 },
  { label: "Mails given up", count: (counts) => counts["mail.dead"] ?? 0, isBad: true },
  { label: "Refused requests", count: (counts) => sumOf(counts, "failure."), isBad: true },
];

const number = new Intl.NumberFormat("en");
const percent = new Intl.NumberFormat("en", {
  style: "percent",
  maximumFractionDigits: 0,
  signDisplay: "exceptZero",
});

function Change({ now, before, isBad }: { now: number; before: number; isBad: boolean }) {
  if (before === 0)
    return (
      <span className="text-xs text-quiet">
        {now === 0 ? "None before either" : "None in the time before"}
      </span>
    );
  const Arrow = now > before ? ArrowUpRight : now < before ? ArrowDownRight : ArrowRight;
  const look =
    now === before ? "text-quiet" : now > before === isBad ? "text-danger" : "text-accent";
  return (
    <span className="flex flex-wrap items-center gap-x-1 text-xs text-quiet">
      <Arrow aria-hidden className={`size-3.5 ${look}`} />
      <span className={`font-medium ${look}`}>
        {now === before ? "Unchanged" : percent.format((now - before) / before)}
      </span>
      <span>from {number.format(before)}</span>
    </span>
  );
}

/** Key figures compared with the previous period. */
export function ActivityTiles({ report }: { report: ActivityReport }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-6">
      {tiles.map(({ label, count, isBad = false }) => (
        <div
          key={label}
          className="flex min-w-0 flex-col gap-1 rounded-2xl border border-line bg-surface p-4"
        >
          <dt className="text-sm text-quiet">{label}</dt>
          <dd className="flex flex-col gap-1">
            <span className="text-2xl font-semibold tracking-tight tabular-nums">
              {number.format(count(report.totals))}
            </span>
            <Change now={count(report.totals)} before={count(report.before)} isBad={isBad} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
