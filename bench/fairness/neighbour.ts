import { setTimeout as pause } from "node:timers/promises";
import { quantile } from "@/bench/quantile";
import type { Client } from "./client";
import { asBackend, hostedPage, newAddress, type Tenant } from "./tenant";

export const requestsPerSecond = 20;

export interface Experience {
  medianMs: number;
  p99Ms: number;
  unavailable: number;
  /** Every status except 200 and 201, or the error's code if the connection broke. */
  otherFailures: string[];
}

const isSuccess = (status: number | string) => status === 200 || status === 201;

/** Whose requests are measured. */
export type Caller = "backend" | "visitor" | "signIn";

/** The options of a sign-in. */
const signInCall = (tenant: Tenant) =>
  ({
    method: "POST",
    path: `/v2/${tenant.id}/passkey/authentication/options`,
    headers: { origin: tenant.origin },
    body: {},
  }) as const;

/** Alternates a hosted page and the options of a sign-in. */
const visitorCall = (tenant: Tenant, index: number) =>
  index % 2 === 0 ? hostedPage(tenant) : signInCall(tenant);

/** Alternates a cheap read and a write in its own transaction. */
const backendCall = (tenant: Tenant, index: number) =>
  index % 2 === 0
    ? ({
        method: "GET",
        path: `/v2/${tenant.id}/passkeys?limit=1`,
        headers: asBackend(tenant),
      } as const)
    : ({
        method: "POST",
        path: `/v2/${tenant.id}/challenges`,
        headers: asBackend(tenant),
        body: { purpose: "login", email: newAddress(), sendEmail: false },
      } as const);

const callsOf = { backend: backendCall, visitor: visitorCall, signIn: signInCall };

/**
 * Sends calls at a fixed rate without waiting for earlier replies (an open loop). Latency is
 * measured from the time a call was due.
 */
export async function measureNeighbour(
  tenant: Tenant,
  client: Client,
  { caller, seconds }: { caller: Caller; seconds: number },
): Promise<Experience> {
  const startedAt = performance.now();
  const calls = Array.from(
    { length: Math.round(seconds * requestsPerSecond) },
    async (_, index) => {
      const dueAt = startedAt + (index * 1_000) / requestsPerSecond;
      await pause(Math.max(0, dueAt - performance.now()));
      const status = await client(callsOf[caller](tenant, index)).then(
        (answer) => answer.status,
        (error: NodeJS.ErrnoException) => error.code ?? error.message,
      );
      return { status, ms: performance.now() - dueAt };
    },
  );
  const answers = await Promise.all(calls);
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b);
  return {
    medianMs: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
    unavailable: answers.filter(({ status }) => status === 503).length,
    otherFailures: answers.flatMap(({ status }) =>
      status === 503 || isSuccess(status) ? [] : [String(status)],
    ),
  };
}

/** Sends calls one at a time until the server has compiled the code they use. */
export async function warmUp(
  tenant: Tenant,
  client: Client,
  { caller, count }: { caller: Caller; count: number },
): Promise<void> {
  for (let index = 0; index < count; index++) {
    const { status, text } = await client(callsOf[caller](tenant, index));
    if (!isSuccess(status))
      throw new Error(`the neighbour's call was answered with ${status}: ${text}`);
  }
}
