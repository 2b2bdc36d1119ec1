import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Send } from "@/drill/client";
import type { System } from "@/drill/system";
import { until } from "@/testing/until";

const probeEveryMs = 200;
/** So many writes in a row must succeed on each instance. */
const steadyCount = 10;

/** A write that was sent to one instance, and whether that instance executed it. */
interface Write {
  startedAt: number;
  endedAt?: number;
  isDone: boolean;
}

const isAnswered = ({ endedAt }: Write) => endedAt !== undefined;

/** Whether the instance has written steadily since a moment. */
function isSteady(writes: Write[], since: number): boolean {
  const recent = writes.filter((each) => each.startedAt > since && isAnswered(each));
  return recent.length >= steadyCount && recent.slice(-steadyCount).every(({ isDone }) => isDone);
}

/** When the first write after the last failed one succeeded; the start if none failed. */
function backAt(writes: Write[], startedAt: number): number {
  const failed = writes.findLastIndex((each) => isAnswered(each) && !each.isDone);
  const later = writes.slice(failed + 1).filter(isAnswered);
  return failed === -1 ? startedAt : Math.min(...later.map(({ endedAt = Infinity }) => endedAt));
}

/**
 * Writes to each instance five times a second until all write steadily again.
 * @param hasFailedOver steady writes before that don't count
 * @returns when the last instance was back; performance.now()
 * @throws Error after `limitMs`
 */
export async function untilBack(
  { instances, installation }: Pick<System, "instances" | "installation">,
  send: Send,
  hasFailedOver: () => Promise<boolean>,
  limitMs: number,
): Promise<number> {
  const startedAt = performance.now();
  const writes: Write[][] = instances.map(() => []);
  const probe = (index: number) => {
    const write: Write = { startedAt: performance.now(), isDone: false };
    writes[index]?.push(write);
    void send(
      {
        kind: "probe",
        method: "POST",
        path: `/v2/${installation.tenancyId}/challenges`,
        headers: { authorization: `Bearer ${installation.apiKey}` },
        body: { purpose: "probe", email: `${randomUUID()}@example.com`, sendEmail: false },
      },
      index,
    ).then(({ endedAt, status, instance }) => {
      // If the instance isn't ready, the other one gets the request.
      write.isDone = status === 201 && instance === index;
      write.endedAt = endedAt;
    });
  };
  let failedOverAt = Infinity;
  const watch = async () => {
    while (failedOverAt === Infinity && performance.now() - startedAt < limitMs)
      if (await hasFailedOver()) failedOverAt = performance.now();
      else await pause(probeEveryMs);
  };
  const watching = watch();
  await until(
    "all instances write again",
    async () => {
      for (const index of instances.keys()) probe(index);
      await pause(probeEveryMs);
      return writes.every((each) => isSteady(each, failedOverAt)) ? true : null;
    },
    limitMs,
  );
  await watching;
  return Math.max(...writes.map((each) => backAt(each, startedAt)));
}
