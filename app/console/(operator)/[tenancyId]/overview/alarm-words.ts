import { wordsOfRefusal } from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import { alarmText } from "@/app/console/alarm-text";
import { alarmTitle } from "@/app/console/alarm-title";
import type {
  Alarm,
  CeilingNear,
  DeliveriesFailing,
  DeliveriesLate,
  DeliveryCounts,
  FailureRateHigh,
  WebhooksFailing,
} from "@/lib/domain/history/alarm/alarm";
import { figuresMs } from "@/lib/domain/history/alarm/alarm";
import { activityHref, emailLogHref, type Span } from "./drill-down";

/** What to do about an alarm. */
interface Remedy {
  advice: string;
  /** The lists behind it. */
  links: { label: string; href: string }[];
}

interface AlarmWords extends Remedy {
  title: string;
  /** How much, and of what. */
  text: string;
}

export interface Place {
  tenancyId: string;
  nowMs: number;
}

const number = new Intl.NumberFormat("en");
const deliveryWords = { retrying: "retrying", refused: "refused", expired: "not sent in time" };

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

/** Links to the failed emails of the last hour, by what happened to them. */
export function failedEmailLinks(
  { retrying, refused, expired }: Omit<DeliveryCounts, "tried">,
  { tenancyId, nowMs }: Place,
) {
  const place = { tenancyId, span: { fromMs: nowMs - figuresMs, toMs: nowMs } };
  return [
    emailLink(place, "retrying", retrying),
    emailLink(place, "refused", refused),
    emailLink(place, "expired", expired),
  ].filter((link) => link !== undefined);
}

function failingRemedy(alarm: DeliveriesFailing, place: Place): Remedy {
  return {
    advice:
      "Check the provider’s status page and your account there. " +
      (alarm.retrying > 0
        ? "Once it accepts email again, the retrying ones are delivered without your help."
        : "Once it accepts email again, send new codes."),
    links: failedEmailLinks(alarm, place),
  };
}

function lateRemedy({ sinceMs }: DeliveriesLate, { tenancyId, nowMs }: Place): Remedy {
  const span = { fromMs: sinceMs - figuresMs, toMs: nowMs };
  return {
    advice:
      "Check that a Keystead process is running and logs no errors. After a burst of emails, this " +
      "alarm clears once the queue is empty.",
    links: [
      { label: "Queued emails", href: emailLogHref(tenancyId, span, { delivery: "queued" }) },
    ],
  };
}

function ceilingRemedy({ sinceMs }: CeilingNear, { tenancyId, nowMs }: Place): Remedy {
  return {
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

function failureRemedy({ fromMs, top }: FailureRateHigh, { tenancyId }: Place): Remedy {
  const span = { fromMs, toMs: fromMs + figuresMs };
  const all = {
    label: "All failed requests",
    href: activityHref(tenancyId, span, { kind: "refused" }),
  };
  const ofReason = top && {
    label: `${wordsOfRefusal(top.reason, top.origin)}: ${number.format(top.count)}`,
    href: activityHref(tenancyId, span, { kind: "refused", reason: top.reason }),
  };
  return {
    advice: "A release of your application or an attack are common causes.",
    links: ofReason === null ? [all] : [ofReason, all],
  };
}

/** The page of a webhook. A role that doesn't see webhooks gets no link to it. */
export const webhookHref = (tenancyId: string, id: string): string =>
  `/console/${tenancyId}/settings/webhooks/${id}`;

function webhookRemedy({ webhooks }: WebhooksFailing, { tenancyId }: Place): Remedy {
  return {
    advice:
      "Check the receiver and its address. Keystead retries each event for a day, and disables a " +
      "webhook after five days of failures. Your application can read what it missed in the feed.",
    links: webhooks.map(({ id, name }) => ({
      label: `Webhook “${name}”`,
      href: webhookHref(tenancyId, id),
    })),
  };
}

function remedyOf(alarm: Alarm, place: Place): Remedy {
  switch (alarm.kind) {
    case "deliveries-failing":
      return failingRemedy(alarm, place);
    case "deliveries-late":
      return lateRemedy(alarm, place);
    case "code-ceiling":
    case "visitor-ceiling":
      return ceilingRemedy(alarm, place);
    case "failure-rate":
      return failureRemedy(alarm, place);
    case "webhooks-failing":
      return webhookRemedy(alarm, place);
    case "metadata-outdated":
      return {
        advice:
          "Download the current BLOB from https://mds3.fidoalliance.org, and run " +
          "“keystead metadata import” with it.",
        links: [],
      };
  }
}

/** Describes an alarm to operators: what, how much, what to do, and the lists behind it. */
export const alarmWords = (alarm: Alarm, place: Place): AlarmWords => ({
  title: alarmTitle(alarm),
  text: alarmText(alarm),
  ...remedyOf(alarm, place),
});
