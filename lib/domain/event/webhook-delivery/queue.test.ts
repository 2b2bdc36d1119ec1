import { expect, test } from "vitest";
import { changeWebhook } from "@/lib/domain/event/webhook/change-webhook";
import { sealAndNumber } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import { purgeAll } from "@/testing/purge-all";
import type { TestTenancy } from "@/testing/test-tenancy";
import { provideWebhookDeliveries } from "@/testing/webhook-deliveries";
import { deliveryLimits } from "./delivery-limits";
import { purgeQueuesWhileOff } from "./purge-deliveries";
import { sweepDeliveries } from "./release-deliveries";

const run = provideService();
const { connect, record, queue, rowsOf } = provideWebhookDeliveries(run);

const connectAnywhere = () => connect({ url: "https://hooks.example.com/" });

/** Whether each delivery may be sent, in the order of events. */
async function areReleased({ id }: TestTenancy): Promise<boolean[]> {
  const rows = await run.current.db.$queryRaw<{ isReleased: boolean }[]>`
    SELECT "dueAt" <> 'infinity' AS "isReleased" FROM "WebhookDelivery"
    WHERE "tenancyId" = ${id} ORDER BY "number"`;
  return rows.map(({ isReleased }) => isReleased);
}

test("a sweep checks page after page, and releases the first event about each user", async () => {
  const { tenancy } = await connectAnywhere();
  for (const subs of [["ada", "bob"], ["ada"], ["eve", "bob"]]) {
    await record(tenancy, ...subs);
    await sealAndNumber(run.current);
    run.current.clock.advance(1_000);
  }
  expect(await areReleased(tenancy)).toEqual([false, false, false, false, false]);
  expect(await sweepDeliveries(run.current, 1)).toBe(true);
  expect(await areReleased(tenancy)).toEqual([true, true, false, true, false]);
  expect(await sweepDeliveries(run.current, 1)).toBe(false);
});

test("a webhook that has been disabled for a week loses its queue; another keeps it", async () => {
  const [disabled, enabled] = [await connectAnywhere(), await connectAnywhere()];
  for (const { tenancy } of [disabled, enabled]) await queue(tenancy, "ada", "bob");
  await changeWebhook(disabled.tenancy.ctx, disabled.webhookId, { isEnabled: false });
  run.current.clock.advance(deliveryLimits.keptWhileOffMs);
  await purgeAll(run.current, purgeQueuesWhileOff);
  expect(await rowsOf(disabled.tenancy)).toHaveLength(2);
  run.current.clock.advance(1);
  await purgeAll(run.current, purgeQueuesWhileOff);
  expect(await rowsOf(disabled.tenancy)).toEqual([]);
  expect(await rowsOf(enabled.tenancy)).toHaveLength(2);
});

test("the webhooks of a tenancy that has been suspended for a week lose their queues", async () => {
  const { tenancy } = await connectAnywhere();
  await queue(tenancy, "ada");
  await run.current.db.tenancy.update({
    where: { id: tenancy.id },
    data: { suspendedAt: new Date(run.current.clock.now()) },
  });
  run.current.clock.advance(deliveryLimits.keptWhileOffMs + 1);
  await purgeAll(run.current, purgeQueuesWhileOff);
  expect(await rowsOf(tenancy)).toEqual([]);
});
