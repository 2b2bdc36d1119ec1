// The judgment of a tenancy's email delivery. Status, users' pages, Overview and Tenancies show it.
//
// An outage begins with a failed email since which too large a share failed. Of several such emails, it
// is the one since which failures outweigh accepted emails the most. Emails that were accepted before it
// don't count, so neither an hour without problems nor an old refusal hides that the provider stopped.

import { timeOfId } from "@/lib/domain/base/event-time";
import type { DeliveriesFailing, DeliveriesLate, DeliveryCounts, EmailAlarm } from "./alarm";
import type { AlarmFigures } from "./read-alarm-figures";

/** Failed emails that raise an alarm, and their share of the emails since the first of them. */
const failedEmails = { min: 3, minShare: 0.2, severeShare: 0.5 };
/** Emails accepted in a row that end an outage, if not fewer failed. */
const acceptedUntilOver = 10;

type DeliveryFigures = Pick<AlarmFigures, "deliveries" | "late">;

const failedOf = ({ retrying, refused, expired }: DeliveryCounts) => retrying + refused + expired;

interface Outage {
  counts: DeliveryCounts;
  firstFailedId: string;
}

/** Finds the failed email since which the share of failed emails exceeds `minShare` the most. */
function findOutage(
  { outcomes, failedIds }: AlarmFigures["deliveries"],
  minShare: number,
): Outage | undefined {
  const counts: DeliveryCounts = { tried: 0, retrying: 0, refused: 0, expired: 0 };
  let acceptedSince = 0;
  let largestExcess = 0;
  let outage: Outage | undefined;
  // From the newest email to the oldest.
  for (const outcome of outcomes) {
    counts.tried++;
    if (outcome === "accepted") {
      if (failedOf(counts) === 0) acceptedSince++;
      continue;
    }
    counts[outcome]++;
    const failed = failedOf(counts);
    const firstFailedId = failedIds[failed - 1];
    const isOver = acceptedSince >= Math.min(failed, acceptedUntilOver);
    const excess = failed - counts.tried * minShare;
    if (firstFailedId === undefined || isOver || excess < largestExcess) continue;
    if (failed < failedEmails.min) continue;
    largestExcess = excess;
    outage = { counts: { ...counts }, firstFailedId };
  }
  return outage;
}

function judgeFailing({ deliveries }: DeliveryFigures): DeliveriesFailing | undefined {
  const severe = findOutage(deliveries, failedEmails.severeShare);
  const outage = severe ?? findOutage(deliveries, failedEmails.minShare);
  return (
    outage && {
      kind: "deliveries-failing",
      isSevere: severe !== undefined,
      sinceMs: timeOfId(outage.firstFailedId),
      answer: deliveries.lastAnswer,
      ...outage.counts,
    }
  );
}

function judgeLate({ late }: DeliveryFigures): DeliveriesLate | undefined {
  if (late.emails === 0 || late.oldestDueAt === null) return undefined;
  return {
    kind: "deliveries-late",
    isSevere: true,
    sinceMs: late.oldestDueAt.getTime(),
    emails: late.emails,
  };
}

/** Decides which alarms a tenancy's emails raise. */
export function judgeDeliveries(figures: DeliveryFigures): EmailAlarm[] {
  return [judgeFailing(figures), judgeLate(figures)].filter((alarm) => alarm !== undefined);
}

/** Counts the last hour's emails if some failed and none raises the alarm about failing emails. */
export function countUnalarmingEmails(figures: DeliveryFigures): DeliveryCounts | null {
  const counts: DeliveryCounts = { tried: 0, retrying: 0, refused: 0, expired: 0 };
  for (const outcome of figures.deliveries.outcomes) {
    counts.tried++;
    if (outcome !== "accepted") counts[outcome]++;
  }
  return failedOf(counts) === 0 || judgeFailing(figures) !== undefined ? null : counts;
}
