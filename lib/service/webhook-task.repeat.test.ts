import { expect, test } from "vitest";
import { changeWebhook } from "@/lib/domain/event/webhook/change-webhook";
import { createWebhook } from "@/lib/domain/event/webhook/create-webhook";
import { listWebhooks } from "@/lib/domain/event/webhook/list-webhooks";
import { testWebhook } from "@/lib/domain/event/webhook/test-webhook";
import { deliveryLimits } from "@/lib/domain/event/webhook-delivery/delivery-limits";
import {
  findDeliveries,
  readWebhookHealth,
} from "@/lib/domain/event/webhook-delivery/find-deliveries";
import { repeatDelivery } from "@/lib/domain/event/webhook-delivery/repeat-delivery";
import { lifetimes } from "@/lib/limits";
import { feedOf } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { provideWebhookDeliveries } from "@/testing/webhook-deliveries";

const run = provideService();
const { startReceiver, startTask, connect, queue, rowsOf, statesOf, received, deliverUntil } =
  provideWebhookDeliveries(run);

/** A webhook whose receiver answers with a status that the test changes. */
async function connectReceiver() {
  const answer = { status: 200 };
  const network = await startReceiver((response) => {
    response.statusCode = answer.status;
    response.end(`answer ${answer.status}`);
  });
  return { answer, network, task: startTask(network), ...(await connect(network)) };
}

test("an event that was accepted is sent again with the same id, and recorded", async () => {
  const { network, task, tenancy, webhookId } = await connectReceiver();
  const { ctx } = tenancy;
  await queue(tenancy, "ada");
  await deliverUntil(task, async () => (await statesOf(tenancy))[0] === "sent");
  const number = Number((await rowsOf(tenancy))[0]?.number);
  run.current.clock.advance(lifetimes.dayMs);
  expect(await repeatDelivery(ctx, { webhookId, number })).toEqual({ isDueNow: true });
  await deliverUntil(task, async () => (await statesOf(tenancy))[0] === "sent");
  // As for a new event: the task may begin before the row could be read as queued.
  expect(await rowsOf(tenancy)).toMatchObject([
    { attempts: 1, firstAttemptAt: new Date(run.current.clock.now()) },
  ]);
  const ids = network.receiver.requests.map(({ headers }) => headers["webhook-id"]);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
  await queue(tenancy);
  expect((await feedOf(tenancy)).at(-1)).toMatchObject({
    type: "webhook.event-repeated",
    target: { id: webhookId },
    detail: { number },
  });
});

test("a retry is sent now; one under way or behind an earlier event is left as it is", async () => {
  const { answer, task, tenancy, webhookId } = await connectReceiver();
  const { ctx } = tenancy;
  answer.status = 500;
  await queue(tenancy, "ada", "ada");
  const [first = 0, second = 0] = (await rowsOf(tenancy)).map(({ number }) => Number(number));
  await deliverUntil(task, async () => (await rowsOf(tenancy))[0]?.status === 500);
  // Due within a lease, so it may be claimed already.
  expect(await repeatDelivery(ctx, { webhookId, number: first })).toEqual({ isDueNow: false });
  expect(await repeatDelivery(ctx, { webhookId, number: second })).toEqual({ isDueNow: false });
  run.current.clock.advance(1.2 * (deliveryLimits.retryMs[0] ?? 0));
  await deliverUntil(task, async () => {
    const [row] = await rowsOf(tenancy);
    const pause = (row?.dueAt.getTime() ?? 0) - run.current.clock.now();
    return row?.attempts === 2 && pause >= (deliveryLimits.retryMs[1] ?? 0);
  });
  answer.status = 200;
  expect(await repeatDelivery(ctx, { webhookId, number: first })).toEqual({ isDueNow: true });
  await deliverUntil(task, async () =>
    (await statesOf(tenancy)).slice(0, 2).every((state) => state === "sent"),
  );
});

test("a repeat is refused for a disabled webhook, another tenancy and an unknown event", async () => {
  const { task, tenancy, webhookId } = await connectReceiver();
  await queue(tenancy, "ada");
  await deliverUntil(task, async () => (await statesOf(tenancy))[0] === "sent");
  const number = Number((await rowsOf(tenancy))[0]?.number);
  const other = await createTestTenancy(run.current);
  await expect(repeatDelivery(other.ctx, { webhookId, number })).rejects.toThrow(
    expect.objectContaining({ tag: "@error/NotFound" }),
  );
  await expect(repeatDelivery(tenancy.ctx, { webhookId, number: number + 1_000 })).rejects.toThrow(
    expect.objectContaining({ tag: "@error/NotFound" }),
  );
  await changeWebhook(tenancy.ctx, webhookId, { isEnabled: false });
  await expect(repeatDelivery(tenancy.ctx, { webhookId, number })).rejects.toThrow(/disabled/);
  await expect(testWebhook(tenancy.ctx, webhookId)).rejects.toThrow(/disabled/);
  expect(await statesOf(tenancy)).toEqual(["sent"]);
});

test("a test event reaches the tested webhook only, whatever its types are", async () => {
  const network = await startReceiver();
  const { tenancy, webhookId } = await connect(network, ["user.created"]);
  const { webhook: other } = await createWebhook(tenancy.ctx, {
    name: "Everything",
    url: "https://hooks.example.com/",
  });
  await queue(tenancy);
  await run.current.db.webhookDelivery.deleteMany({ where: { tenancyId: tenancy.id } });
  await testWebhook(tenancy.ctx, webhookId);
  await queue(tenancy);
  expect(await rowsOf(tenancy)).toMatchObject([{ webhookId }]);
  expect(other.id).not.toBe(webhookId);
  const task = startTask(network);
  await deliverUntil(task, async () => (await statesOf(tenancy))[0] === "sent");
  expect(received(network)).toMatchObject([{ type: "webhook.tested", target: { id: webhookId } }]);
});

test("deliveries are listed by state in pages, and summed up over a day", async () => {
  const { answer, task, tenancy, webhookId } = await connectReceiver();
  const { ctx } = tenancy;
  await queue(tenancy, "ada", "bob", "cleo");
  await deliverUntil(task, async () => (await statesOf(tenancy)).every((s) => s === "sent"));
  answer.status = 503;
  await queue(tenancy, "dan", "dan");
  const failures = async () => (await readWebhookHealth(ctx, webhookId))?.failures;
  // Counted after the attempt is stored.
  await deliverUntil(task, async () => (await failures()) === 1);
  const { deliveries, next } = await findDeliveries(ctx, { webhookId }, 3);
  expect(deliveries).toMatchObject([
    { type: "user.updated", state: "queued", attempts: 0, dueAt: null },
    { state: "queued", attempts: 1, status: 503, excerpt: "answer 503" },
    { state: "sent", status: 200, excerpt: "answer 200" },
  ]);
  const rest = await findDeliveries(ctx, { webhookId, before: next ?? 0 }, 3);
  expect(rest.deliveries.map(({ sub }) => sub)).toEqual(["bob", "ada"]);
  expect(rest.next).toBeNull();
  const waiting = await findDeliveries(ctx, { webhookId, state: "queued" }, 3);
  expect(waiting.deliveries).toHaveLength(2);
  expect(await readWebhookHealth(ctx, webhookId)).toMatchObject({
    sent: 3,
    dead: 0,
    medianMs: expect.any(Number) as number,
    backlog: 2,
    isLate: false,
    failures: 1,
    failingSince: new Date(run.current.clock.now()),
  });
  expect(await listWebhooks(ctx)).toMatchObject([
    { failingSince: run.current.clock.now(), lastFailure: "503" },
  ]);
  const other = await createTestTenancy(run.current);
  expect((await findDeliveries(other.ctx, { webhookId }, 3)).deliveries).toEqual([]);
  expect(await readWebhookHealth(other.ctx, webhookId)).toBeUndefined();
  run.current.clock.advance(lifetimes.dayMs + 1);
  expect(await readWebhookHealth(ctx, webhookId)).toMatchObject({ sent: 0, isLate: true });
});

test("a webhook that is enabled again, or has a new URL, begins without failures", async () => {
  const { tenancy, webhookId } = await connectReceiver();
  const { ctx } = tenancy;
  const fail = () =>
    run.current.db.webhook.updateMany({
      where: { id: webhookId },
      data: { failures: 9, failingSince: new Date(0), lastFailure: "500" },
    });
  const failures = async () =>
    run.current.db.webhook.findFirstOrThrow({
      where: { id: webhookId },
      select: { failures: true, failingSince: true, lastFailure: true },
    });
  const none = { failures: 0, failingSince: null, lastFailure: null };
  await fail();
  await changeWebhook(ctx, webhookId, { name: "Other name" });
  expect(await failures()).toMatchObject({ failures: 9 });
  await changeWebhook(ctx, webhookId, { url: "https://other.example.com/" });
  expect(await failures()).toEqual(none);
  await fail();
  await changeWebhook(ctx, webhookId, { isEnabled: false });
  await changeWebhook(ctx, webhookId, { isEnabled: true });
  expect(await failures()).toEqual(none);
});

test("an event that a dead process left waiting is sent when a process starts", async () => {
  const { task, tenancy } = await connectReceiver();
  await queue(tenancy, "ada");
  // As if the process died after it numbered the event, before it released the delivery.
  await run.current.db.$executeRaw`
    UPDATE "WebhookDelivery" SET "dueAt" = 'infinity' WHERE "tenancyId" = ${tenancy.id}`;
  task.start();
  await deliverUntil(task, async () => (await statesOf(tenancy))[0] === "sent");
});

test("a webhook whose secret can't be decrypted fails, and is tried again later", async () => {
  const { task, tenancy, webhookId, network } = await connectReceiver();
  await run.current.db.webhook.updateMany({ where: { id: webhookId }, data: { secret: "sealed" } });
  await queue(tenancy, "ada");
  await deliverUntil(task, async () => (await rowsOf(tenancy))[0]?.failure === "secret");
  expect(await rowsOf(tenancy)).toMatchObject([{ state: "queued", attempts: 1 }]);
  expect(network.receiver.requests).toHaveLength(0);
});

test("a suspended tenancy gets no events, as a deleted one, which is suspended, too", async () => {
  const { task, tenancy, network } = await connectReceiver();
  const other = await connect(network);
  await queue(tenancy, "ada");
  await run.current.db.tenancy.update({
    where: { id: tenancy.id },
    data: { suspendedAt: new Date(run.current.clock.now()) },
  });
  await queue(other.tenancy, "bob");
  await deliverUntil(task, async () => (await statesOf(other.tenancy))[0] === "sent");
  expect(await rowsOf(tenancy)).toMatchObject([{ state: "queued", attempts: 0 }]);
});

test("a delivery that waited for days while nothing was sent begins a new day of retries", async () => {
  const { answer, task, tenancy, webhookId } = await connectReceiver();
  answer.status = 503;
  await queue(tenancy, "ada");
  await deliverUntil(task, async () => (await rowsOf(tenancy))[0]?.status === 503);
  await changeWebhook(tenancy.ctx, webhookId, { isEnabled: false });
  run.current.clock.advance(2 * lifetimes.dayMs);
  await changeWebhook(tenancy.ctx, webhookId, { isEnabled: true });
  const now = new Date(run.current.clock.now());
  await deliverUntil(
    task,
    async () => (await rowsOf(tenancy))[0]?.firstAttemptAt?.getTime() === +now,
  );
  await deliverUntil(task, async () => {
    const pause = ((await rowsOf(tenancy))[0]?.dueAt.getTime() ?? 0) - +now;
    const usual = deliveryLimits.retryMs[0] ?? 0;
    return pause >= usual && pause <= 1.2 * usual;
  });
  expect(await rowsOf(tenancy)).toMatchObject([{ state: "queued", attempts: 1 }]);
});
