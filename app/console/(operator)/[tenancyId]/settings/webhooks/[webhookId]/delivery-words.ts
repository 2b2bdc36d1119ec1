import type { BadgeTone } from "@/components/ui/badge";
import type { Delivery } from "@/lib/domain/webhook-delivery/find-deliveries";

const failureWords: Record<string, string> = {
  url: "The URL isn’t allowed",
  dns: "The name wasn’t found",
  address: "The URL leads to an address that isn’t allowed",
  connection: "No connection",
  tls: "No secure connection (TLS)",
  response: "Not an HTTP answer",
  secret: "The webhook’s secret can’t be decrypted. Rotate it",
  timeout: "No answer within 10 seconds",
};

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
  if (failure !== null) return failureWords[failure] ?? "No answer";
  return status === null ? "–" : `${status}${duration}`;
}
