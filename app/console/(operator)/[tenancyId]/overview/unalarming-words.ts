import { figuresMs, type Unalarming } from "@/lib/domain/alarm/alarm";
import { activityHref, emailLogHref } from "./drill-down";

const number = new Intl.NumberFormat("en");

interface Place {
  tenancyId: string;
  nowMs: number;
}

function requestWords(requests: NonNullable<Unalarming["requests"]>, tenancyId: string) {
  const { failed, threshold, fromMs } = requests;
  return {
    label: failed === 1 ? "1 request failed" : `${number.format(failed)} requests failed`,
    sinceMs: fromMs,
    comparison:
      threshold === null
        ? "There is more traffic than usual, and the share that fails is the usual one."
        : `An alarm starts at ${number.format(threshold)} in one clock hour.`,
    href: activityHref(tenancyId, requests, { kind: "refused" }),
  };
}

function emailWords(emails: NonNullable<Unalarming["emails"]>, { tenancyId, nowMs }: Place) {
  const { tried, retrying, refused, expired } = emails;
  const failed = retrying + refused + expired;
  const states = Object.entries({ retrying, refused, expired }).filter(([, count]) => count > 0);
  const only = states.length === 1 ? (states[0]?.[0] as "retrying" | "refused" | "expired") : null;
  return {
    label:
      `The email provider didn’t accept ${number.format(failed)} of the last ` +
      `${number.format(tried)} emails`,
    href: emailLogHref(
      tenancyId,
      { fromMs: nowMs - figuresMs, toMs: nowMs },
      only === null ? {} : { delivery: only },
    ),
  };
}

/** Describes what failed without raising an alarm, with the lists behind it. */
export const unalarmingWords = ({ requests, emails }: Unalarming, place: Place) => ({
  requests: requests && requestWords(requests, place.tenancyId),
  emails: emails && emailWords(emails, place),
});
