import type { ServerResponse } from "node:http";
import { afterEach, expect } from "vitest";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { sweepDeliveries } from "@/lib/domain/event/webhook-delivery/release-deliveries";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { createWebhookTask } from "@/lib/service/webhook-task";
import { sealAndNumber } from "./feed";
import { type GuardedNetwork, startGuardedNetwork } from "./guarded-network";
import type { TestService } from "./test-service";
import { createTestTenancy, type TestTenancy } from "./test-tenancy";

/** The fields that tests read. */
export interface Event {
  number: number;
  id: string;
  sub?: string;
}

/** Webhooks to a receiver on this machine, and the task that delivers to them. */
export function provideWebhookDeliveries(run: { readonly current: TestService }) {
  const patientMs = 5 * 60_000;
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    for (const each of open.splice(0)) await each.close();
  });

  async function startReceiver(respond?: (response: ServerResponse) => void) {
    // Patient: on a busy machine, nothing here may end as a timeout.
    const bounds = { totalMs: patientMs, resolveMs: patientMs, connectionAttemptMs: patientMs };
    const network = await startGuardedNetwork(
      respond === undefined ? { bounds } : { bounds, respond },
    );
    open.push(network);
    return network;
  }

  function startTask(network: GuardedNetwork) {
    const task = createWebhookTask(
      () => run.current,
      () => network.client,
    );
    open.push({ close: () => task.stop() });
    return task;
  }

  /** A tenancy with a webhook to the receiver, which has no deliveries yet. */
  async function connect({ url }: Pick<GuardedNetwork, "url">, types: string[] | null = null) {
    const tenancy = await createTestTenancy(run.current);
    await sealAndNumber(run.current);
    const { webhook, secret } = await createWebhook(tenancy.ctx, {
      name: "Hook",
      url: "https://hooks.example.com/",
      types,
    });
    // The receiver's port isn't one that a webhook may have outside this test.
    await run.current.db.webhook.updateMany({ where: { id: webhook.id }, data: { url } });
    await sealAndNumber(run.current);
    await run.current.db.webhookDelivery.deleteMany({ where: { tenancyId: tenancy.id } });
    return { tenancy, webhookId: webhook.id, secret };
  }

  const record = (tenancy: TestTenancy, ...subs: string[]) =>
    recordAudit(
      tenancy.ctx,
      run.current.db,
      ...subs.map((id) => ({
        action: "user.updated" as const,
        target: { kind: "user" as const, id },
      })),
    );

  async function queue(tenancy: TestTenancy, ...subs: string[]): Promise<void> {
    for (const sub of subs) await record(tenancy, sub);
    await sealAndNumber(run.current);
    await sweepDeliveries(run.current);
  }

  const rowsOf = (tenancy: TestTenancy) =>
    run.current.db.webhookDelivery.findMany({
      where: { tenancyId: tenancy.id },
      orderBy: { number: "asc" },
    });
  const statesOf = async (tenancy: TestTenancy) =>
    (await rowsOf(tenancy)).map(({ state }) => state);
  const received = ({ receiver }: GuardedNetwork) =>
    receiver.requests.map(({ body }) => JSON.parse(body) as Event);

  /** Sends everything that is due, and waits until no delivery is claimed. */
  async function deliverUntil(
    task: ReturnType<typeof startTask>,
    isDone: () => Promise<boolean> | boolean,
  ): Promise<void> {
    await expect
      .poll(async () => {
        task.wake();
        return isDone();
      })
      .toBe(true);
  }

  return {
    startReceiver,
    startTask,
    connect,
    record,
    queue,
    rowsOf,
    statesOf,
    received,
    deliverUntil,
  };
}
