import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createSend } from "@/bench/load";
import { scheduleArrivals } from "@/bench/tail/arrivals";
import { runOpenLoop } from "@/bench/tail/open-loop";
import { type DelayFigures, delayOf } from "./report";

/** How long the last events may take to arrive before they count as missing. */
const patienceMs = 30_000;

export interface DelayRun {
  port: number;
  tenancyId: string;
  /** With the scope users:manage. */
  apiKey: string;
  perSecond: number;
  seconds: number;
  webhooks: number;
  /** Milliseconds from event to first arrival, for the events of a request. */
  delaysOf: (requestId: string) => number[];
}

/**
 * Creates users at random moments, each of which is an event of the default types, and measures how
 * long it takes from the event's time, which is just before its commit, to its first arrival.
 */
export async function measureDelay(run: DelayRun): Promise<DelayFigures> {
  const { port, tenancyId, apiKey, perSecond, seconds, webhooks, delaysOf } = run;
  const send = createSend(port, 100);
  const dueMs = scheduleArrivals({ perSecond, seconds, seed: 1 });
  const requestIds = dueMs.map(() => randomUUID());
  const { failures } = await runOpenLoop(dueMs, (index) =>
    send({
      method: "POST",
      path: `/v2/${tenancyId}/users`,
      headers: { authorization: `Bearer ${apiKey}`, "x-request-id": requestIds[index] ?? "" },
      body: { userId: randomUUID() },
    }),
  );
  send.close();
  if (failures[0] !== undefined) throw new Error(failures[0]);
  const expected = webhooks * requestIds.length;
  const deadline = performance.now() + patienceMs;
  const arrived = () => requestIds.flatMap(delaysOf);
  while (arrived().length < expected && performance.now() < deadline) await pause(200);
  return delayOf(arrived(), expected);
}
