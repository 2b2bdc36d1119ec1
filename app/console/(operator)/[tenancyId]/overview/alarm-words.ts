import { alarmTitle } from "@/app/console/alarm-title";
import type {
  Alarm,
  CeilingNear,
  DeliveriesFailing,
  DeliveriesLate,
  FailureRateHigh,
  WebhooksFailing,
} from "@/lib/domain/alarm/alarm";
import { figuresMs, lateEmailsCounted } from "@/lib/domain/alarm/alarm";
import { activityHref, emailLogHref, type Span } from "./drill-down";

interface AlarmWords {
  title: string;
  /** How much, and of what. */
  text: string;
  /** What to do. */
  advice: string;
  links: { label: string; href: string }[];
}

interface Place {
  tenancyId: string;
  nowMs: number;
}

const number = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const deliveryWords = { retrying: "retrying", refused: "refused", expired: "not sent in time" };
const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 0 });

/** A link to the part of the email log that an alarm is about; undefined without emails in it. */
function emailLink(
  { tenancyId, span }: { tenancyId: string; span: Span },
  delivery: keyof typeof deliveryWords,
  count: number,
) {
  return count === 0
    ? undefined
    : {
        label: `${number.format(count)} ${deliveryWords[delivery]}`,
        href: emailLogHref(tenancyId, span, { delivery }),
      };
}

function failingWords(alarm: DeliveriesFailing, { tenancyId, nowMs }: Place): AlarmWords {
  const { tried, retrying, refused, expired } = alarm;
  const failed = retrying + refused + expired;
  const place = { tenancyId, span: { fromMs: nowMs - figuresMs, toMs: nowMs } };
  return {
    title: alarmTitle(alarm),
    text:
      `The provider didn’t accept ${number.format(failed)} of the last ` +
      `${number.format(tried)} emails.`,
    advice:
      "Open one of them to see the provider’s answer, and check the provider’s status page. " +
      (retrying > 0
        ? "Once it accepts email again, the retrying ones are delivered without your help."
        : "Once it accepts email again, send new codes."),
    links: [
      emailLink(place, "retrying", retrying),
      emailLink(place, "refused", refused),
      emailLink(place, "expired", expired),
    ].filter((link) => link !== undefined),
  };
}

function lateWords(alarm: DeliveriesLate, { tenancyId, nowMs }: Place): AlarmWords {
  const { emails, sinceMs } = alarm;
  const span = { fromMs: sinceMs - figuresMs, toMs: nowMs };
  return {
    title: alarmTitle(alarm),
    text:
      `${number.format(emails)}${emails === lateEmailsCounted ? " or more" : ""} ` +
      `${emails === 1 ? "email has" : "emails have"} been due for more than a minute.`,
    advice:
      "Check that a Keystead process is running and logs no errors. After a burst of emails, this " +
      "alarm clears once the queue is empty.",
    links: [
      { label: "Queued emails", href: emailLogHref(tenancyId, span, { delivery: "queued" }) },
    ],
  };
}

function ceilingWords(alarm: CeilingNear, { tenancyId, nowMs }: Place): AlarmWords {
  const { kind, isSevere, used, ceiling, sinceMs } = alarm;
  const share = percent.format(Math.min(1, used / ceiling));
  return {
    title: alarmTitle(alarm),
    text:
      `${number.format(used)} of ${number.format(ceiling)} codes (${share}) were requested this ` +
      `hour. ${isSevere ? "Further requests are refused" : "At the limit, requests are refused"} ` +
      "until the hour ends." +
      (kind === "visitor-ceiling" ? " Codes requested with an API key aren’t affected." : ""),
    advice:
      "If these are your users, raise the limit in the settings. Otherwise find out who requests " +
      "so many codes.",
    links: [
      {
        label: "Requested codes",
        href: activityHref(tenancyId, { fromMs: sinceMs, toMs: nowMs }, { kind: "code.requested" }),
      },
      { label: "Limits", href: `/console/${tenancyId}/settings/limits` },
    ],
  };
}

function failureWords(alarm: FailureRateHigh, { tenancyId }: Place): AlarmWords {
  const { failures, usualFailures, fromMs } = alarm;
  const span = { fromMs, toMs: fromMs + figuresMs };
  const usual =
    usualFailures < 1
      ? "Usually it’s less than one"
      : `Usually it’s ${number.format(usualFailures)}`;
  return {
    title: alarmTitle(alarm),
    text: `${number.format(failures)} requests failed within an hour. ${usual}.`,
    advice:
      "Look for the reason that many of them share. A release of your application or an attack " +
      "are common causes.",
    links: [{ label: "Failed requests", href: activityHref(tenancyId, span, { kind: "refused" }) }],
  };
}

const webhookWords = (alarm: WebhooksFailing, { tenancyId }: Place): AlarmWords => ({
  title: alarmTitle(alarm),
  text:
    `${alarm.webhooks === 1 ? "One webhook has" : `${number.format(alarm.webhooks)} webhooks have`} ` +
    "accepted no event for a day. Events are repeated for a day. After five days of failures, " +
    "Keystead disables the webhook.",
  advice:
    "Open it to see the last answers. Your application can still read the events that it missed in " +
    "the feed.",
  links: [{ label: "Webhooks", href: `/console/${tenancyId}/settings/webhooks` }],
});

const metadataWords: Omit<AlarmWords, "title"> = {
  text:
    "A newer version should exist. Until you import it, passkey policies don’t know which " +
    "authenticators were revoked since.",
  advice:
    "Download the current BLOB from https://mds3.fidoalliance.org, and run " +
    "“keystead metadata import” with it.",
  links: [],
};

/** Describes an alarm to operators: what, how much, what to do, and the lists behind it. */
export function alarmWords(alarm: Alarm, place: Place): AlarmWords {
  switch (alarm.kind) {
    case "deliveries-failing":
      return failingWords(alarm, place);
    case "deliveries-late":
      return lateWords(alarm, place);
    case "code-ceiling":
    case "visitor-ceiling":
      return ceilingWords(alarm, place);
    case "failure-rate":
      return failureWords(alarm, place);
    case "webhooks-failing":
      return webhookWords(alarm, place);
    case "metadata-outdated":
      return { title: alarmTitle(alarm), ...metadataWords };
  }
}
