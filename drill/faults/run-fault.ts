import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Send } from "@/drill/client";
import { readBacklog } from "@/drill/stored";
import type { System } from "@/drill/system";
import { systemClock } from "@/lib/platform/clock";
import { until } from "@/testing/until";
import type { Episode, Fault } from "./fault";

const probeEveryMs = 100;

/** Whether every instance is ready and writes a challenge. */
async function answers({ instances, installation }: System, send: Send): Promise<boolean> {
  if (!instances.every((instance) => instance.isReady())) return false;
  const replies = await Promise.all(
    instances.map((_, index) =>
      send(
        {
          kind: "probe",
          method: "POST",
          path: `/v2/${installation.tenancyId}/challenges`,
          headers: { authorization: `Bearer ${installation.apiKey}` },
          body: { purpose: "probe", email: `${randomUUID()}@example.com`, sendEmail: false },
        },
        index,
      ),
    ),
  );
  return replies.every(({ status }) => status === 201);
}

/** Whether no email that was queued before the given time is still queued. */
const hasDelivered = async ({ database }: System, beforeMs: number) =>
  (await readBacklog(database.url, beforeMs)).emails === 0;

async function recover(system: System, send: Send, { recovers, recoveryLimitSeconds }: Fault) {
  const repairedAtMs = systemClock.now();
  const limitMs = recoveryLimitSeconds * 1_000;
  const poll = async (isDone: () => Promise<boolean>) => {
    await pause(probeEveryMs);
    return (await isDone()) ? true : null;
  };
  await until("requests succeed", () => poll(() => answers(system, send)), limitMs);
  const answeredAt = performance.now();
  if (recovers === "deliveries")
    await until(
      "emails are delivered",
      () => poll(() => hasDelivered(system, repairedAtMs)),
      limitMs,
    );
  return answeredAt;
}

/** Injects a fault, repairs it, and waits until the system has recovered. */
export async function runFault(system: System, send: Send, fault: Fault): Promise<Episode> {
  const { name, tolerates, recoveryLimitSeconds, losesCeremonies = false } = fault;
  const episode: Episode = {
    name,
    tolerates,
    recoveryLimitSeconds,
    losesCeremonies,
    startedAt: performance.now(),
    repairedAt: Infinity,
    answeredAt: Infinity,
    recoveredAt: Infinity,
  };
  try {
    await fault.inject(system);
    await pause(fault.holdMs);
    episode.repairedAt = performance.now();
    await fault.repair(system);
    episode.answeredAt = await recover(system, send, fault);
    episode.recoveredAt = performance.now();
  } catch (error) {
    episode.problem = error instanceof Error ? error.message : String(error);
  }
  return episode;
}
