import { timeOfId } from "@/lib/domain/base/event-time";
import { lifetimes } from "@/lib/limits";
import {
  type Alarm,
  failedRequests,
  type FailingWebhook,
  type FailureRateHigh,
  type Unalarming,
} from "./alarm";
import { countUnalarmingEmails, judgeDeliveries } from "./judge-deliveries";
import type { AlarmFigures } from "./read-alarm-figures";
import type { TopReason } from "./top-reason";

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
