import { webhookWords } from "@/app/console/alarm-text";
import type { Unalarming } from "@/lib/domain/history/alarm/alarm";
import { failedEmailLinks, type Place, webhookHref } from "./alarm-words";
import { activityHref } from "./drill-down";

const number = new Intl.NumberFormat("en");

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

function emailWords(emails: NonNullable<Unalarming["emails"]>, place: Place) {
  const { tried, retrying, refused, expired } = emails;
  return {
    label:
      `The email provider didn’t accept ${number.format(retrying + refused + expired)} of the ` +
      `last ${number.format(tried)} emails`,
    links: failedEmailLinks(emails, place),
  };
}

/** Describes what failed without raising an alarm, with the lists behind it. */
export const unalarmingWords = ({ requests, emails, webhooks }: Unalarming, place: Place) => ({
  requests: requests && requestWords(requests, place.tenancyId),
  emails: emails && emailWords(emails, place),
  webhooks: webhooks.map((webhook) => ({
    label: webhookWords(webhook),
    href: webhookHref(place.tenancyId, webhook.id),
    sinceMs: webhook.sinceMs,
  })),
});
