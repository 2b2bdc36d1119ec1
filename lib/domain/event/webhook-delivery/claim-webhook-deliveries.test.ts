import { expect, test } from "vitest";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { sealAndNumber } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { claimWebhookDeliveries } from "./claim-webhook-deliveries";
import { deliveryLimits } from "./delivery-limits";
import { sweepDeliveries } from "./release-deliveries";

const run = provideService();
const { concurrentPerTenancy, concurrentPerWebhook } = deliveryLimits;

/** A tenancy whose webhooks all have more due deliveries than they may have in flight. */
async function createBacklog(webhooks: number) {
  const { id: tenancyId, ctx } = await createTestTenancy(run.current);
  const ids: string[] = [];
  for (let index = 0; index < webhooks; index++) {
    const url = `https://hooks-${index}.example.com/`;
    ids.push((await createWebhook(ctx, { name: `Hook ${index}`, url })).webhook.id);
  }
  for (let index = 0; index < concurrentPerTenancy; index++)
    await recordAudit(ctx, run.current.db, {
      action: "user.updated",
      target: { kind: "user", id: `user-${index}` },
    });
  await sealAndNumber(run.current);
  await sweepDeliveries(run.current);
  /** Claims, and returns how many deliveries each webhook got. */
  const claim = async (busy: number[] = [], more: { slow?: number[]; onlyIdle?: boolean } = {}) => {
    const ofTenancy = busy.reduce((sum, count) => sum + count, 0);
    const inFlight = new Map([[tenancyId, ofTenancy], ...ids.map(countOf(busy))]);
    const { items } = await claimWebhookDeliveries(run.current, {
      room: 1_000,
      inFlight,
      after: "",
      ...more,
      slow: (more.slow ?? []).map((index) => ids[index] ?? ""),
    });
    return ids.map((id) => items.filter(({ webhookId }) => webhookId === id).length);
  };
  return { claim };
}

const countOf =
  (busy: number[]) =>
  (id: string, index: number): [string, number] => [id, busy[index] ?? 0];

test("webhooks of a tenancy share its requests evenly", async () => {
  const { claim } = await createBacklog(4);
  expect(await claim()).toEqual([2, 2, 2, 2]);
});

test("a single webhook gets no more than its own limit", async () => {
  const { claim } = await createBacklog(1);
  expect(await claim()).toEqual([concurrentPerWebhook]);
});

test("a slow webhook gets one request at a time, like a failing one", async () => {
  const { claim } = await createBacklog(2);
  expect(await claim([], { slow: [0] })).toEqual([1, concurrentPerWebhook]);
});

test("reserved slots are for a tenancy with none in flight, one at a time", async () => {
  const { claim } = await createBacklog(3);
  expect(await claim([1, 0, 0], { onlyIdle: true })).toEqual([0, 0, 0]);
  expect((await claim([], { onlyIdle: true })).filter(Boolean)).toEqual([1]);
});

test.each([
  [
    [4, 3, 0],
    [0, 0, 1],
  ],
  [
    [0, 4, 3],
    [1, 0, 0],
  ],
  [
    [3, 0, 3],
    [0, 2, 0],
  ],
])("with %j in flight, those with the fewest come first: %j", async (busy, expected) => {
  const { claim } = await createBacklog(3);
  expect(await claim(busy)).toEqual(expected);
});
