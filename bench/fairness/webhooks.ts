import { setTimeout as pause } from "node:timers/promises";
import { createWebhooks } from "@/bench/webhooks/create-webhooks";
import { type Receiver, startReceiver } from "@/bench/webhooks/start-receiver";
import type { Client } from "./client";
import { type Experience, measureNeighbour } from "./neighbour";
import { asBackend, newAddress, type Tenant, type Tenants } from "./tenant";

export const deadWebhooks = 8;
/** Events of the tenancy with dead webhooks. Each is a delivery to every one of them. */
export const backlog = 300;
const probes = 8;
/** Events that need no email and no user. */
const types = ["challenge.created"];

/** How the dead webhooks fail. */
type DeadKind = "that never answer" | "at a silent name server";

/** A receiver that answers the neighbour's events, and never the others. */
interface FairnessReceiver extends Receiver {
  /** Waits for the event of a challenge. @returns the time, by performance.now() */
  arrivalOf(challengeId: string): Promise<number>;
}

const livePath = "/live";

export async function startFairnessReceiver(): Promise<FairnessReceiver> {
  const arrivals = new Map<string, number>();
  const receiver = await startReceiver(({ path, body }, response) => {
    if (path !== livePath) return;
    const { challengeId } = JSON.parse(body) as { challengeId: string };
    arrivals.set(challengeId, performance.now());
    response.end("ok");
  });
  return {
    ...receiver,
    async arrivalOf(challengeId) {
      for (;;) {
        const at = arrivals.get(challengeId);
        if (at !== undefined) return at;
        await pause(1);
      }
    },
  };
}

/** Creates a challenge, which is one event. @returns its id */
async function createChallenge(tenant: Tenant, client: Client): Promise<string> {
  const { status, text } = await client({
    method: "POST",
    path: `/v2/${tenant.id}/challenges`,
    headers: asBackend(tenant),
    body: { purpose: "login", email: newAddress(), sendEmail: false },
  });
  if (status !== 201) throw new Error(`a challenge was answered with ${status}: ${text}`);
  return (JSON.parse(text) as { challenge: { challengeId: string } }).challenge.challengeId;
}

/** Returns the slowest time from a request until its event has arrived, one event at a time. */
async function slowestArrival(
  tenant: Tenant,
  client: Client,
  receiver: FairnessReceiver,
): Promise<number> {
  let slowestMs = 0;
  for (let probe = 0; probe < probes; probe++) {
    const startedAt = performance.now();
    const challengeId = await createChallenge(tenant, client);
    slowestMs = Math.max(slowestMs, (await receiver.arrivalOf(challengeId)) - startedAt);
  }
  return slowestMs;
}

/** The neighbour's events and visitors, without and with dead webhooks of another tenancy. */
export interface DeadWebhooks {
  kind: DeadKind;
  quietMs: number;
  besideMs: number;
  quietVisitors: Experience;
  visitors: Experience;
}

/** Measures a neighbour without and with a backlog of another tenancy's dead webhooks. */
export async function measureDeadWebhooks(
  { installation, flooding, neighbour }: Tenants,
  client: Client,
  receiver: FairnessReceiver,
  { kind, seconds }: { kind: DeadKind; seconds: number },
): Promise<DeadWebhooks> {
  const live = await createWebhooks(installation, neighbour.id, [
    { url: receiver.urlOf(livePath), types },
  ]);
  const visit = () => measureNeighbour(neighbour, client, { caller: "visitor", seconds });
  const quietMs = await slowestArrival(neighbour, client, receiver);
  const quietVisitors = await visit();
  const dead = await createWebhooks(
    installation,
    flooding.id,
    Array.from({ length: deadWebhooks }, (_, index) => ({
      url: receiver.urlOf(
        `/dead-${index}`,
        kind === "at a silent name server" ? `hooks-${index}.example.com` : undefined,
      ),
      types,
    })),
  );
  await Promise.all(Array.from({ length: backlog }, () => createChallenge(flooding, client)));
  const besideMs = await slowestArrival(neighbour, client, receiver);
  const visitors = await visit();
  await dead.remove();
  await live.remove();
  return { kind, quietMs, besideMs, quietVisitors, visitors };
}
