import { timeOfId } from "@/lib/domain/base/event-time";
import { lifetimes } from "@/lib/limits";
import {
  type Alarm,
  type DeliveriesFailing,
  type DeliveriesLate,
  type DeliveryCounts,
  type EmailAlarm,
  failedRequests,
  type FailingWebhook,
  type FailureRateHigh,
  type Unalarming,
} from "./alarm";
import type { AlarmFigures, TopReason } from "./read-alarm-figures";

// The judgment of a tenancy's email delivery. Status, users' pages, Overview and Tenancies show it.
//
// An outage begins with a failed email since which too large a share failed. Of several such emails, it
// is the one since which failures outweigh accepted emails the most. Emails that were accepted before it
// don't count, so neither an hour without problems nor an old refusal hides that the provider stopped.

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

const ceilingShare = 0.8;

function judgeCeiling(
  kind: "code-ceiling" | "visitor-ceiling",
  { used, ceiling }: { used: number; ceiling: number },
  hourMs: number,
): Alarm | undefined {
  if (used < ceiling * ceilingShare) return undefined;
  return { kind, isSevere: used >= ceiling, sinceMs: hourMs, used, ceiling };
}

/** Failed requests in an hour that are unusual, however few they are. */
const unusualFailures = ({ usual }: AlarmFigures): number =>
  (usual.failures / Math.max(1, usual.hours)) * failedRequests.timesUsual;

/** Failed requests in an hour from which an alarm is possible, by the usual number. */
const failureThreshold = (figures: AlarmFigures): number =>
  Math.max(failedRequests.min, unusualFailures(figures));

/**
 * Returns when the failures began: with the first one of the most frequent reason. They began in the last
 * hour if they were an alarm then, or unusual and for the same reason as now.
 */
function beginningOf(figures: AlarmFigures, wasHigh: boolean): number {
  const { hourMs, failures, topReasons } = figures;
  const { thisHour, lastHour } = topReasons;
  const beganBefore =
    wasHigh ||
    (lastHour !== null &&
      lastHour.reason === thisHour?.reason &&
      failures.lastHour.count >= unusualFailures(figures));
  const firstId = (beganBefore ? lastHour : thisHour)?.firstId ?? null;
  if (firstId !== null) return timeOfId(firstId);
  return beganBefore ? hourMs - lifetimes.hourMs : hourMs;
}

const shownReason = ({ reason, count, origin }: TopReason) => ({ reason, count, origin });

function judgeFailures(figures: AlarmFigures): FailureRateHigh | undefined {
  const { hourMs, failures, topReasons, usual } = figures;
  const usualShare = usual.requests === 0 ? 0 : usual.failures / usual.requests;
  const isHigh = ({ count, requests }: { count: number; requests: number }) =>
    count >= failureThreshold(figures) &&
    count / requests >= usualShare * failedRequests.timesUsualShare;
  const wasHigh = isHigh(failures.lastHour);
  if (!wasHigh && !isHigh(failures.thisHour)) return undefined;
  const shown = isHigh(failures.thisHour) ? "thisHour" : "lastHour";
  const top = topReasons[shown];
  return {
    kind: "failure-rate",
    isSevere: false,
    sinceMs: beginningOf(figures, wasHigh),
    failures: failures[shown].count,
    top: top && shownReason(top),
    usualFailures: usual.failures / Math.max(1, usual.hours),
    fromMs: shown === "thisHour" ? hourMs : hourMs - lifetimes.hourMs,
  };
}

/** Returns the webhooks that fail: those that raise an alarm, or the others. */
const failingWebhooks = ({ webhooks }: AlarmFigures, raisesAlarm: boolean): FailingWebhook[] =>
  webhooks
    .filter((webhook) => webhook.raisesAlarm === raisesAlarm)
    .map(({ id, name, failingSince, lastFailure }) => ({
      id,
      name,
      sinceMs: failingSince.getTime(),
      cause: lastFailure,
    }));

function judgeWebhooks(figures: AlarmFigures): Alarm | undefined {
  const webhooks = failingWebhooks(figures, true);
  if (webhooks[0] === undefined) return undefined;
  return { kind: "webhooks-failing", isSevere: false, sinceMs: webhooks[0].sinceMs, webhooks };
}

const judgeMetadata = ({ metadataOutdatedAt }: AlarmFigures): Alarm | undefined =>
  metadataOutdatedAt === null
    ? undefined
    : { kind: "metadata-outdated", isSevere: false, sinceMs: metadataOutdatedAt.getTime() };

/** Decides which alarms a tenancy's figures raise, severe ones first. */
export function judgeAlarms(figures: AlarmFigures): Alarm[] {
  const alarms = [
    ...judgeDeliveries(figures),
    judgeCeiling("code-ceiling", figures.codes, figures.hourMs),
    judgeCeiling("visitor-ceiling", figures.visitorCodes, figures.hourMs),
    judgeFailures(figures),
    judgeWebhooks(figures),
    judgeMetadata(figures),
  ].filter((alarm) => alarm !== undefined);
  return alarms.sort((a, b) => Number(b.isSevere) - Number(a.isSevere));
}

/** Returns failed requests, emails and webhooks that raise no alarm, so that a page can mention them. */
export function judgeUnalarming(figures: AlarmFigures): Unalarming {
  const { hourMs, failures } = figures;
  const count = failures.thisHour.count + failures.lastHour.count;
  const threshold = Math.ceil(failureThreshold(figures));
  const most = Math.max(failures.thisHour.count, failures.lastHour.count);
  return {
    requests:
      count === 0 || judgeFailures(figures) !== undefined
        ? null
        : {
            failed: count,
            fromMs: hourMs - lifetimes.hourMs,
            toMs: hourMs + lifetimes.hourMs,
            threshold: most < threshold ? threshold : null,
          },
    emails: countUnalarmingEmails(figures),
    webhooks: failingWebhooks(figures, false),
  };
}
