import { lifetimes } from "@/lib/limits";

/** Every kind of alarm. The names are public: in log events and as a label of `keystead_alarms`. */
export const alarmKinds = [
  "deliveries-failing",
  "deliveries-late",
  "code-ceiling",
  "visitor-ceiling",
  "failure-rate",
  "webhooks-failing",
  "metadata-outdated",
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

interface RaisedAlarm {
  kind: AlarmKind;
  /** Whether users are affected now. Otherwise they soon may be. */
  isSevere: boolean;
  sinceMs: number;
}

/** Emails by their outcome. */
export interface DeliveryCounts {
  /** At most `limits.alarmEmails`. */
  tried: number;
  retrying: number;
  refused: number;
  expired: number;
}

/** Too many of the emails since the first failed one are not accepted by the provider. */
export interface DeliveriesFailing extends RaisedAlarm, DeliveryCounts {
  kind: "deliveries-failing";
  /** The provider's answer to the newest failed email, without the email's content. */
  answer: string | null;
}

/** Emails are due, and no process sends them. */
export interface DeliveriesLate extends RaisedAlarm {
  kind: "deliveries-late";
  /** At most `lateEmailsCounted`. */
  emails: number;
}

/** The tenancy has nearly or completely used up the codes of this hour. */
export interface CeilingNear extends RaisedAlarm {
  kind: "code-ceiling" | "visitor-ceiling";
  used: number;
  ceiling: number;
}

/** More requests fail than usual. */
export interface FailureRateHigh extends RaisedAlarm {
  kind: "failure-rate";
  failures: number;
  /** The most frequent reason, and the origin that was refused, if it was one. */
  top: { reason: string; count: number; origin: string | null } | null;
  /** Average of the 7 days before, per hour. */
  usualFailures: number;
  /** The hour that `failures` counts. */
  fromMs: number;
}

/** A webhook whose receiver has accepted no event since a failed attempt. */
export interface FailingWebhook {
  id: string;
  name: string;
  sinceMs: number;
  /** What ended the last attempt: an HTTP status, or why there was no answer. */
  cause: string | null;
}

/** Webhooks have accepted no event for a while. */
export interface WebhooksFailing extends RaisedAlarm {
  kind: "webhooks-failing";
  /** The one that has failed longest first. */
  webhooks: FailingWebhook[];
}

/** A newer FIDO Metadata BLOB than the imported one exists. Only the system tenancy has this alarm. */
interface MetadataOutdated extends RaisedAlarm {
  kind: "metadata-outdated";
}

/** What the email delivery of a tenancy raises. */
export type EmailAlarm = DeliveriesFailing | DeliveriesLate;

export type Alarm = EmailAlarm | CeilingNear | FailureRateHigh | WebhooksFailing | MetadataOutdated;

export const isEmailAlarm = (alarm: Alarm): alarm is EmailAlarm =>
  alarm.kind === "deliveries-failing" || alarm.kind === "deliveries-late";

/** Of each kind: whether it is about emails, or about the limits of those with codes. */
const areAboutEmail: Record<AlarmKind, boolean> = {
  "deliveries-failing": true,
  "deliveries-late": true,
  "code-ceiling": true,
  "visitor-ceiling": true,
  "failure-rate": false,
  "webhooks-failing": false,
  "metadata-outdated": false,
};

/** Whether the email log shows an alarm. */
export const concernsEmail = ({ kind }: Pick<Alarm, "kind">): boolean => areAboutEmail[kind];

/** Failed requests, emails and webhooks that raise no alarm. */
export interface Unalarming {
  requests: {
    failed: number;
    /** The hours that are counted: this one and the one before. */
    fromMs: number;
    toMs: number;
    /** Failed requests in an hour from which an alarm is possible; null when one hour had more. */
    threshold: number | null;
  } | null;
  /** Of the last hour. */
  emails: DeliveryCounts | null;
  /** Those that haven't failed long enough. */
  webhooks: FailingWebhook[];
}

/** An email is late when it has been due for this long. */
export const lateAfterMs = 60_000;

/** Counting late emails stops here. */
export const lateEmailsCounted = 1_000;

/** Failed requests in an hour that raise an alarm, compared with the usual number and share. */
export const failedRequests = { min: 20, timesUsual: 3, timesUsualShare: 1.5 };

/** Failed attempts since the last success that raise an alarm, and for how long. Longer than a restart. */
export const failedAttempts = { min: 3, forMs: 10 * 60_000 };

/** The time that an alarm counts emails or failed requests in. */
export const figuresMs = lifetimes.hourMs;
