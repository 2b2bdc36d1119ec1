import { wordsOfRefusal } from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import { wordsOfFailure } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/failure-words";
import {
  type Alarm,
  type CeilingNear,
  type DeliveriesFailing,
  type DeliveriesLate,
  type FailingWebhook,
  type FailureRateHigh,
  lateEmailsCounted,
  type WebhooksFailing,
} from "@/lib/domain/history/alarm/alarm";

const list = new Intl.ListFormat("en");
const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

const failingText = ({ tried, retrying, refused, expired }: DeliveriesFailing) =>
  `The provider didn’t accept ${number.format(retrying + refused + expired)} of the last ` +
  `${number.format(tried)} emails.`;

const lateText = ({ emails }: DeliveriesLate) =>
  `${number.format(emails)}${emails === lateEmailsCounted ? " or more" : ""} ` +
  `${emails === 1 ? "email has" : "emails have"} been due for more than a minute.`;

const ceilingText = ({ kind, isSevere, used, ceiling }: CeilingNear) =>
  `${number.format(used)} of ${number.format(ceiling)} codes ` +
  `(${percent.format(Math.min(1, used / ceiling))}) were requested this hour. ` +
  `${isSevere ? "Further requests are refused" : "At the limit, requests are refused"} ` +
  "until the hour ends." +
  (kind === "visitor-ceiling" ? " Codes requested with an API key aren’t affected." : "");

/** The most frequent reason of failed requests, with its share: “Unknown passkey”, 40 of 48 (83%). */
function topText({ top, failures }: FailureRateHigh): string {
  if (top === null) return "";
  const share = percent.format(Math.min(1, top.count / failures));
  return (
    ` The most frequent reason is “${wordsOfRefusal(top.reason, top.origin)}”: ` +
    `${number.format(top.count)} of ${number.format(failures)} (${share}).`
  );
}

function failureText(alarm: FailureRateHigh): string {
  const { failures, usualFailures } = alarm;
  const usual =
    usualFailures < 1
      ? "Usually it’s less than one."
      : `Usually it’s ${number.format(usualFailures)}.`;
  return `${number.format(failures)} requests failed within an hour. ${usual}${topText(alarm)}`;
}

/** A webhook by its name, with the cause of its last failure: “User mirror” (answer 500). */
export const webhookWords = ({ name, cause }: Pick<FailingWebhook, "name" | "cause">): string =>
  cause === null ? `“${name}”` : `“${name}” (${wordsOfFailure(cause)})`;

const webhookText = ({ webhooks }: WebhooksFailing) =>
  `${list.format(webhooks.map(webhookWords))} ` +
  `${webhooks.length === 1 ? "accepts" : "accept"} no events.`;

/** Says how much is wrong, after the alarm’s title. Every page that shows an alarm uses it. */
export function alarmText(alarm: Alarm): string {
  switch (alarm.kind) {
    case "deliveries-failing":
      return failingText(alarm);
    case "deliveries-late":
      return lateText(alarm);
    case "code-ceiling":
    case "visitor-ceiling":
      return ceilingText(alarm);
    case "failure-rate":
      return failureText(alarm);
    case "webhooks-failing":
      return webhookText(alarm);
    case "metadata-outdated":
      return (
        "A newer version should exist. Until you import it, passkey policies don’t know which " +
        "authenticators were revoked since."
      );
  }
}
