// `npm run bench -- --only webhooks`: what webhooks and a follower cost sign-ins, and how long an
// event takes to a webhook; see bench/README.md.
import type { BenchPostgres } from "@/bench/bench-postgres";
import { type CostFigures, costTable } from "@/bench/pairs";
import type { Person } from "@/bench/population";
import { install } from "@/bench/targets/installation";
import { startKeystead } from "@/bench/targets/keystead";
import { systemClock } from "@/lib/platform/clock";
import { findFreePort } from "@/testing/server-process";
import { createScopedKey, createWebhooks } from "./create-webhooks";
import { startFollower } from "./follow";
import { measureCost, webhookSides } from "./measure-cost";
import { measureDelay } from "./measure-delay";
import { type DelayFigures, delayTable } from "./report";
import { startReceiver } from "./start-receiver";

const webhooks = 3;
const receiverMs = 20;
const eventsPerSecond = 30;
/** The bar, as a share of the throughput of sign-ins. */
const maxCost = 0.05;

export interface WebhooksRun extends Pick<BenchPostgres, "createDatabase" | "onEnd"> {
  root: string;
  people: Person[];
  isQuick: boolean;
  connections: number;
  rounds: number;
}

export interface WebhooksResult {
  tables: { title: string; table: string }[];
  figures: { cost: CostFigures; delay: DelayFigures };
}

/** Starts a receiver that takes a while for each event, and notes how old its first arrival is. */
async function startTimedReceiver() {
  const seen = new Set<string>();
  const delays = new Map<string, number[]>();
  const receiver = await startReceiver(({ path, headers, body }, response) => {
    const arrivedAt = systemClock.now();
    setTimeout(() => response.end("ok"), receiverMs);
    const arrival = `${path} ${String(headers["webhook-id"])}`;
    if (seen.has(arrival)) return;
    seen.add(arrival);
    const { requestId = "", createdAt } = JSON.parse(body) as {
      requestId?: string;
      createdAt: number;
    };
    delays.set(requestId, [...(delays.get(requestId) ?? []), arrivedAt - createdAt]);
  });
  return { ...receiver, delaysOf: (requestId: string) => delays.get(requestId) ?? [] };
}

/** Answers both questions on one server with three webhooks of the default types. */
export async function runWebhooks(run: WebhooksRun): Promise<WebhooksResult> {
  const { root, people, isQuick, connections, rounds, createDatabase, onEnd } = run;
  const receiver = await startTimedReceiver();
  onEnd(() => receiver.close());
  const port = await findFreePort();
  const origin = `http://localhost:${port}`;
  const installation = await install(root, await createDatabase("webhooks_bench"), origin, people);
  const { tenancyId } = installation;
  const apiKey = await createScopedKey(installation, ["events:read", "users:manage"]);
  const { enable } = await createWebhooks(
    installation,
    tenancyId,
    Array.from({ length: webhooks }, (_, index) => ({ url: receiver.urlOf(`/${index}`) })),
  );
  const target = await startKeystead(root, port, installation, receiver.env);
  onEnd(() => target.stop());
  const follow = () => startFollower(port, tenancyId, apiKey);
  const requests = isQuick ? 1_000 : 4_000;
  const cost = await measureCost({
    keystead: { target, origin },
    ...{ people, connections, rounds, requests, enable, follow },
  });
  await enable(true);
  const stop = await follow();
  const seconds = isQuick ? 10 : 60;
  const delay = await measureDelay({
    ...{ port, tenancyId, apiKey, seconds, webhooks },
    perSecond: eventsPerSecond,
    delaysOf: receiver.delaysOf,
  });
  await stop();
  return {
    tables: [
      {
        title: `Cost of ${webhooks} webhooks and a follower: median of ${rounds} pairs of ${requests} sign-ins, ${connections} connections`,
        table: costTable(cost, webhookSides, maxCost),
      },
      {
        title: `Commit to first attempt: ${seconds} s, ${webhooks} webhooks that take ${receiverMs} ms`,
        table: delayTable([[`${eventsPerSecond} a second`, delay]]),
      },
    ],
    figures: { cost, delay },
  };
}
