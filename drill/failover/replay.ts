import { setTimeout as pause } from "node:timers/promises";
import type { Send } from "@/drill/client";
import type { Journal } from "@/drill/journal";
import type { Presented } from "@/drill/load/load";
import { outcomeOf } from "@/drill/load/present";

/** Codes expire after five minutes, so a later one proves nothing. */
const youngMs = 120_000;
const replaysAtOnce = 8;

/** Presents values again that were accepted before a failover. */
export interface Replays {
  note(presented: Presented): void;
  /** Presents all young values once more. @returns how many */
  run(): Promise<number>;
}

export function createReplays(send: Send, journal: Journal): Replays {
  let noted: Presented[] = [];
  async function replay({ use, call, refusal }: Presented): Promise<void> {
    const reply = await send({ ...call, kind: `replay of a ${use.kind}` });
    const outcome = outcomeOf(reply);
    use.outcomes.push(outcome);
    if (outcome === "refused" && reply.error !== refusal)
      journal.unexpected.push(`${reply.kind}: ${reply.status} ${reply.error ?? ""}`);
  }
  return {
    note(presented) {
      if (presented.use.outcomes.includes("accepted")) noted.push(presented);
    },
    async run() {
      const since = performance.now() - youngMs;
      const due = noted.filter(({ use }) => use.usedAt > since);
      noted = [];
      for (let start = 0; start < due.length; start += replaysAtOnce) {
        await Promise.all(due.slice(start, start + replaysAtOnce).map(replay));
        // The replays must not keep the load from the servers.
        await pause(20);
      }
      return due.length;
    },
  };
}
