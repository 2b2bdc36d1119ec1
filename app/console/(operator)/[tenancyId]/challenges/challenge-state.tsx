import { Badge, type BadgeTone } from "@/components/ui/badge";
import type { ChallengeState, ShownChallenge } from "@/lib/domain/challenge/shown-challenge";

export const stateWords: Record<ChallengeState, string> = {
  pending: "Pending",
  verified: "Verified",
  expired: "Expired",
  exhausted: "No attempts left",
  deleted: "Deleted",
};
const stateTones: Record<ChallengeState, BadgeTone> = {
  pending: "warning",
  verified: "good",
  expired: "neutral",
  exhausted: "bad",
  deleted: "neutral",
};

export function ChallengeStateBadge({ state }: { state: ChallengeState }) {
  return <Badge tone={stateTones[state]}>{stateWords[state]}</Badge>;
}

/** The delivery state of a challenge's email. */
export function EmailStateBadge({
  challenge: { mailState, mailAttempts },
}: {
  challenge: ShownChallenge;
}) {
  if (mailState === null) return <Badge>No mail</Badge>;
  if (mailState === "sent") return <Badge tone="good">Sent</Badge>;
  if (mailState === "dead") return <Badge tone="bad">Given up</Badge>;
  return <Badge tone="warning">{mailAttempts === 0 ? "On its way" : "Trying again"}</Badge>;
}
