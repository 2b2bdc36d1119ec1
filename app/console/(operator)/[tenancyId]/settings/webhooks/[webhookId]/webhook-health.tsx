import { Card } from "@/components/ui/card";
import { LocalTime, RelativeTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import {
  deliveriesCounted,
  type WebhookHealth as Health,
} from "@/lib/domain/event/webhook-delivery/find-deliveries";

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const count = (events: number) =>
  `${number.format(events)}${events === deliveriesCounted ? " or more" : ""}`;

/** Why events don't arrive as they happen. Nothing if they do. */
function Trouble({ health, now }: { health: Health; now: number }) {
  const { failures, failingSince, isLate, oldestQueuedAt } = health;
  if (failingSince !== null)
    return (
      <Notice
        tone="warning"
        title={
          failures === 1
            ? "The last attempt to send an event failed"
            : `The last ${number.format(failures)} attempts to send events failed`
        }
      >
        The receiver has accepted no event since <LocalTime at={failingSince.getTime()} />. Keystead
        retries each event for up to a day, and disables the webhook after five days of failures.
      </Notice>
    );
  if (!isLate || oldestQueuedAt === null) return null;
  return (
    <Notice tone="warning" title="The receiver can’t keep up">
      The oldest queued event is from <RelativeTime at={oldestQueuedAt.getTime()} now={now} />.
      Keystead sends four events at once. Let the receiver answer first and work afterwards, or
      choose fewer types.
    </Notice>
  );
}

/** The last day of a webhook in numbers. */
export function WebhookHealth({ health, now }: { health: Health; now: number }) {
  const { sent, dead, medianMs, backlog } = health;
  const figures = [
    ["Events accepted", count(sent), ""],
    ["Events failed", count(dead), "After the last retry"],
    ["Events queued now", count(backlog), "New or between retries"],
    [
      "Median answer time",
      medianMs === null ? "–" : `${number.format(medianMs)} ms`,
      "Of accepted events",
    ],
  ] as const;
  return (
    <Card title="Last 24 hours">
      <Trouble {...{ health, now }} />
      <dl className="grid grid-cols-2 gap-x-8 gap-y-4 sm:grid-cols-4">
        {figures.map(([label, value, hint]) => (
          <div key={label} className="flex flex-col gap-1">
            <dt className="text-sm text-quiet">{label}</dt>
            <dd className="text-xl font-semibold tracking-tight tabular-nums">{value}</dd>
            {hint !== "" && <dd className="text-xs text-quiet">{hint}</dd>}
          </div>
        ))}
      </dl>
    </Card>
  );
}
