import type { AuthenticatorAttachment } from "@/lib/contract/fields";
import type { ErrorSubject } from "@/lib/errors";

/**
 * Everything that the timeline records. What operators and backends did is in the audit log, and the
 * timeline of a user joins both.
 */
export const timelineKinds = [
  "registration.succeeded",
  "registration.refused",
  /** Succeeded, but the passkey policy would refuse it if it enforced. */
  "registration.monitored",
  "sign-in.succeeded",
  /** Signed in by an emailed code. */
  "sign-in.by-code",
  "sign-in.refused",
  "sign-in.monitored",
  "code.requested",
  /** Not sent, or not accepted when the user typed it. */
  "code.refused",
  /** The email provider accepted the email. */
  "code.accepted",
  /** The email provider refused the email, or could not be reached in time. */
  "code.failed",
  "code.verified",
  /** The browser reported that a prompt ended without a passkey, and how. */
  "sign-in.reported",
  "registration.reported",
  /** Any other request of the API that failed with a counted error. */
  "request.refused",
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

/** Events of users who got in. No flood of other events may hide their details. */
export const successKinds = [
  "registration.succeeded",
  "registration.monitored",
  "sign-in.succeeded",
  "sign-in.by-code",
  "sign-in.monitored",
  "code.verified",
] as const satisfies TimelineKind[];

export const isSuccess = (kind: TimelineKind): boolean =>
  (successKinds as readonly TimelineKind[]).includes(kind);

export const isRefusedRequest = (kind: TimelineKind): boolean => kind.endsWith(".refused");

/**
 * What a browser says about itself, and nothing has verified. Such events have their own quotas, and
 * are dropped if no user is known.
 */
export const reportedKinds = [
  "sign-in.reported",
  "registration.reported",
] as const satisfies TimelineKind[];

export const isReported = (kind: TimelineKind): boolean =>
  (reportedKinds as readonly TimelineKind[]).includes(kind);

/** One event of a tenancy's timeline. What it concerns is known as far as the fields of the subject. */
export interface TimelineEvent extends ErrorSubject {
  tenancyId: string;
  /** Also its time: a ULID. */
  id: string;
  kind: TimelineKind;
  /**
   * An error tag without its prefix, with the reason that the tag carries. Of a reported prompt: how
   * it ended, and the name of the browser's error if it failed.
   */
  reason?: string | undefined;
  /** How long a reported prompt was open. */
  afterMs?: number | undefined;
  requestId?: string | undefined;
  addressPrefix?: string | undefined;
  userAgent?: string | undefined;
  /** Of a sign-in or registration, as the browser reported it. */
  authenticatorAttachment?: AuthenticatorAttachment | undefined;
  /** More than 1 when a flood was counted instead of stored. */
  count: number;
  createdAtMs: number;
}
