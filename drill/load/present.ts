import type { Call, Reply } from "@/drill/client";
import type { Outcome, Use } from "@/drill/journal";
import type { Load } from "./load";
import { happens } from "./random";

const racedShare = 0.2;

/** Repeats one call in five, so that both instances get it at once. */
export const sometimesTwice = (call: Call): [Call, ...Call[]] =>
  happens(racedShare) ? [call, call] : [call];

const isAccepted = ({ status }: Reply) => status !== undefined && status < 300;

const isUnknown = ({ status }: Reply) => status === undefined || status === 503;

/** Notes a reply that the load doesn't expect. @returns whether the reply is a success */
export function expectSuccess({ journal }: Load, reply: Reply): boolean {
  if (!isAccepted(reply) && !isUnknown(reply))
    journal.unexpected.push(`${reply.kind}: ${reply.status} ${reply.error ?? ""}`);
  return isAccepted(reply);
}

export const outcomeOf = (reply: Reply): Outcome =>
  isAccepted(reply) ? "accepted" : isUnknown(reply) ? "unknown" : "refused";

/**
 * Presents a one-time value, in parallel on several instances if there are several calls, and records
 * the outcomes.
 * @param refusal the error tag of a used value
 * @returns the accepted reply, if any
 */
export async function presentOnce(
  load: Load,
  presented: Pick<Use, "kind" | "value" | "issuedAt">,
  calls: [Call, ...Call[]],
  refusal: string,
): Promise<Reply | undefined> {
  const replies = await Promise.all(calls.map((call) => load.send(call)));
  for (const reply of replies)
    if (outcomeOf(reply) === "refused" && reply.error !== refusal)
      load.journal.unexpected.push(`${reply.kind}: ${reply.status} ${reply.error ?? ""}`);
  const use: Use = { ...presented, usedAt: performance.now(), outcomes: replies.map(outcomeOf) };
  load.journal.uses.push(use);
  load.onUse?.({ use, call: calls[0], refusal });
  return replies.find(isAccepted);
}
