import { titleOfFailure } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/failure-words";
import type { BadgeTone } from "@/components/ui/badge";
import type { Delivery } from "@/lib/domain/event/webhook-delivery/find-deliveries";

/** The state of a delivery. */
export function stateOf({ state, attempts, dueAt }: Delivery): { words: string; tone: BadgeTone } {
  if (state === "sent") return { words: "Accepted", tone: "good" };
  if (state === "dead") return { words: "Failed", tone: "bad" };
  if (dueAt === null) return { words: "Waits for an earlier event", tone: "neutral" };
  return attempts > 0
    ? { words: "Retrying", tone: "warning" }
    : { words: "Queued", tone: "neutral" };
}

/** What the receiver answered to the last attempt. */
export function answerOf({ status, failure, ms }: Delivery): string {
  const duration = ms === null ? "" : ` after ${ms.toLocaleString("en")} ms`;
  if (failure !== null) return titleOfFailure(failure);
  return status === null ? "–" : `${status}${duration}`;
}
