/**
 * Everything that the timeline records. What operators and backends did is in the audit log, and the
 * timeline of a user joins both.
 */
export const timelineKinds = [
  "registration.succeeded",
  "registration.refused",
  "sign-in.succeeded",
  /** Signed in by an emailed code. */
  "sign-in.by-code",
  "sign-in.refused",
  "code.requested",
  /** Not sent, or not accepted when the user typed it. */
  "code.refused",
  /** The email provider accepted the email. */
  "code.accepted",
  /** The email provider refused the email, or could not be reached in time. */
  "code.failed",
  "code.verified",
  /** Any other request of the API that failed with a counted error. */
  "request.refused",
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export const isRefused = (kind: TimelineKind): boolean =>
  kind.endsWith(".refused") || kind === "code.failed";

/** The user, mailbox, passkey or challenge that an event concerns, as far as it is known. */
export interface TimelineSubject {
  sub?: string | undefined;
  /** Normalized. */
  email?: string | undefined;
  passkeyId?: string | undefined;
  challengeId?: string | undefined;
}

/** One event of a tenancy's timeline. */
export interface TimelineEvent extends TimelineSubject {
  tenancyId: string;
  /** Also its time: a ULID. */
  id: string;
  kind: TimelineKind;
  /** An error tag without its prefix, with the reason that the tag carries. */
  reason?: string | undefined;
  requestId?: string | undefined;
  addressPrefix?: string | undefined;
  userAgent?: string | undefined;
  /** More than 1 when a flood was counted instead of stored. */
  count: number;
  createdAtMs: number;
}
