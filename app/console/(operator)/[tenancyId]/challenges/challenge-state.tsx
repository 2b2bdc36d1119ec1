import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { ChallengeState } from "@/lib/domain/challenge/shown-challenge";
import type { DeliveryState } from "@/lib/domain/email/delivery-state";

export const stateWords: Record<ChallengeState, string> = {
  pending: "Pending",
  verified: "Verified",
  expired: "Expired",
  exhausted: "Out of attempts",
  replaced: "Replaced",
  deleted: "Deleted",
};
const stateTones: Record<ChallengeState, BadgeTone> = {
  pending: "warning",
  verified: "good",
  expired: "neutral",
  exhausted: "bad",
  replaced: "neutral",
  deleted: "neutral",
};

/** The state of a challenge's code. */
export function ChallengeStateBadge({ state }: { state: ChallengeState }) {
  return <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>;
}

export const deliveryWords: Record<DeliveryState, string> = {
  queued: "Queued",
  retrying: "Retrying",
  accepted: "Accepted",
  bounced: "Bounced",
  complained: "Marked as spam",
  blocked: "Not sent, bounced before",
  refused: "Refused",
  expired: "Not sent in time",
  unwanted: "Canceled",
  none: "No email",
};
const deliveryTones: Record<DeliveryState, BadgeTone> = {
  queued: "neutral",
  retrying: "warning",
  accepted: "good",
  bounced: "bad",
  complained: "warning",
  blocked: "bad",
  refused: "bad",
  expired: "bad",
  unwanted: "neutral",
  none: "neutral",
};

/** The state of a challenge's email. */
export function DeliveryBadge({ state }: { state: DeliveryState }) {
  return <Badge tone={deliveryTones[state]}>{deliveryWords[state]}</Badge>;
}
