import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { ChallengeState } from "@/lib/domain/sign-in/challenge/shown-challenge";
import type { DeliveryState } from "@/lib/domain/user/email/delivery-state";

export const stateWords: Record<ChallengeState, string> = {
  pending: "Pending",
  verified: "Verified",
  expired: "Expired",
  exhausted: "Out of attempts",
  replaced: "Replaced",
  deleted: "Deleted",
};
const stateTones: Record<ChallengeState, BadgeTone> = {
  pending: "neutral",
  verified: "good",
  expired: "neutral",
  exhausted: "bad",
  replaced: "neutral",
  deleted: "neutral",
};

/** A state as a badge, or in a list the normal one as plain words. */
function StateBadge({
  tone,
  words,
  isInList,
}: {
  tone: BadgeTone;
  words: string;
  isInList: boolean;
}) {
  return isInList && tone === "good" ? <span>{words}</span> : <Badge tone={tone}>{words}</Badge>;
}

/** The state of a challenge's code. */
export function ChallengeStateBadge({
  state,
  isInList = false,
}: {
  state: ChallengeState;
  isInList?: boolean;
}) {
  return <StateBadge tone={stateTones[state]} words={stateWords[state]} isInList={isInList} />;
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
export function DeliveryBadge({
  state,
  isInList = false,
}: {
  state: DeliveryState;
  isInList?: boolean;
}) {
  return (
    <StateBadge tone={deliveryTones[state]} words={deliveryWords[state]} isInList={isInList} />
  );
}
