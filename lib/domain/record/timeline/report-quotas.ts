import type { TimelineEvent } from "@/lib/domain/base/timeline-event";
import { lifetimes, limits } from "@/lib/limits";

/** Reported events of one user that are stored per day, before further ones are only counted. */
export const reportsPerUserAndDay = 10;

export interface Quota {
  key: string;
  max: number;
  /** The user or mailbox that used it up; absent when any number of them did. */
  source?: Pick<TimelineEvent, "sub" | "email" | "allowedCredentialId" | "userHandle">;
}

/**
 * The quotas of an event that a browser reported. They are its own, so that reports displace nothing:
 * - of the user, for a day, because lists of the console read a bounded number of a user's events
 * - of the address prefix and of the tenancy, for a minute, because memory is bounded
 *
 * The session's credential or user handle stands for the user, whom only the writing statement knows.
 */
export function reportQuotas({
  tenancyId,
  kind,
  allowedCredentialId,
  userHandle,
  addressPrefix,
  createdAtMs,
}: TimelineEvent): Quota[] {
  const window = (ms: number) => `${Math.floor(createdAtMs / ms)} ${tenancyId} reported`;
  const minute = window(lifetimes.timelineWindowMs);
  return [
    {
      key: `${window(lifetimes.dayMs)} ${kind} ${allowedCredentialId ?? ""} ${userHandle ?? ""}`,
      max: reportsPerUserAndDay,
      source: { allowedCredentialId, userHandle },
    },
    {
      key: `${minute} prefix ${addressPrefix ?? ""}`,
      max: limits.timelineRefusalsPerPrefix,
    },
    { key: `${minute} all`, max: limits.timelineRefusalsPerTenancy },
  ];
}
