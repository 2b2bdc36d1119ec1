import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getConfig, setConfig } from "@/lib/config";
import { createDeliveryTask } from "./delivery-task";
import { getService } from "./service";
import { configFor } from "@/lib/testing/email-delivery";
import { recordSpans, traceTestService } from "@/lib/testing/record-spans";
import { startResendReceiver } from "@/lib/testing/resend-receiver";
import { createTestTenancy } from "@/lib/testing/test-tenancy";
import { type ConnectionWatch, watchConnections } from "@/lib/testing/watch-connections";
import { challengeOf } from "@/tests/support/challenge-rules";
import { provideService } from "@/tests/support/provide-service";
import { isTracing } from "@/lib/platform/tracing/tracing";

const run = provideService();
beforeAll(() => traceTestService(run.current));

let watch: ConnectionWatch;
beforeEach(() => (watch = watchConnections()));
afterEach(() => watch.stop());

/** A request and a delivery. Returns where they connected to, and the headers of the delivery. */
async function useEverything() {
  const config = getConfig();
  const resend = await startResendReceiver();
  const { host } = new URL(resend.baseUrl);
  try {
    setConfig(configFor({ resend }));
    await run.current.db.outboxMail.deleteMany();
    await challengeOf(await createTestTenancy(run.current));
    const task = createDeliveryTask(getService);
    task.wake();
    await task.stop();
    const { hostname, port } = new URL(config.databaseUrl);
    const known = [`${hostname}:${port || "5432"}`, host, `${resend.baseUrl}/emails`];
    return {
      strangers: [...new Set(watch.targets)].filter((target) => !known.includes(target)),
      traceparents: [...resend.traceparents],
    };
  } finally {
    setConfig(config);
    await resend.close();
  }
}

test("without tracing, only the database and the email provider are connected to", async () => {
  expect(isTracing()).toBe(false);
  expect(await useEverything()).toEqual({ strangers: [], traceparents: [undefined] });
});

test("with tracing, the collector is the only further target", async () => {
  const { receiver } = await recordSpans(run.current, async () => {
    const { strangers } = await useEverything();
    expect(strangers).toEqual([]);
  });
  const { host } = new URL(receiver.url);
  expect(watch.targets.filter((target) => target.includes(host)).sort()).toEqual([
    host,
    `${receiver.url}/v1/traces`,
  ]);
});
