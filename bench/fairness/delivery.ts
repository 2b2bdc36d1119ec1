import { setTimeout as pause } from "node:timers/promises";
import type { Client } from "./client";
import type { SlowMailServer } from "./slow-mail-server";
import { asBackend, newAddress, type Tenant } from "./tenant";

export const backlog = 300;
/** The delay of the slow email server, in milliseconds. */
export const mailDelayMs = 1_000;
const probes = 5;

async function sendCode(tenant: Tenant, client: Client): Promise<string> {
  const email = newAddress();
  const { status, text } = await client({
    method: "POST",
    path: `/v2/${tenant.id}/challenges`,
    headers: asBackend(tenant),
    body: { purpose: "login", email },
  });
  if (status !== 201) throw new Error(`a challenge was answered with ${status}: ${text}`);
  return email;
}

/**
 * Sends a few codes, one at a time, and returns the slowest time from the request until its email
 * has reached the mail server.
 */
async function slowestDelivery(
  tenant: Tenant,
  client: Client,
  server: SlowMailServer,
): Promise<number> {
  let slowestMs = 0;
  for (let probe = 0; probe < probes; probe++) {
    const startedAt = performance.now();
    const email = await sendCode(tenant, client);
    slowestMs = Math.max(slowestMs, (await server.arrivalOf(email)) - startedAt);
    await pause(mailDelayMs);
  }
  return slowestMs;
}

export interface Delivery {
  quietMs: number;
  behindBacklogMs: number;
  /**
   * Emails of the flooding tenancy that had not reached the mail server when the last of the
   * neighbour's did.
   */
  left: number;
}

/** Measures one tenancy's emails without and with another's backlog at a slow mail server. */
export async function measureDelivery(
  { flooding, neighbour }: { flooding: Tenant; neighbour: Tenant },
  client: Client,
  server: SlowMailServer,
): Promise<Delivery> {
  const quietMs = await slowestDelivery(neighbour, client, server);
  const before = server.arrived;
  await Promise.all(Array.from({ length: backlog }, () => sendCode(flooding, client)));
  const behindBacklogMs = await slowestDelivery(neighbour, client, server);
  return { quietMs, behindBacklogMs, left: backlog - (server.arrived - before - probes) };
}
