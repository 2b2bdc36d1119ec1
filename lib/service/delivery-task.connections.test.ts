import { afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { getConfig, setConfig } from "@/lib/config";
import { isTracing } from "@/lib/platform/tracing/tracing";
import { challengeOf } from "@/testing/challenge-rules";
import { configFor } from "@/testing/email-delivery";
import { provideService } from "@/testing/provide-service";
import { recordSpans, traceTestService } from "@/testing/record-spans";
import { startResendReceiver } from "@/testing/resend-receiver";
import { createTestTenancy } from "@/testing/test-tenancy";
import { type ConnectionWatch, watchConnections } from "@/testing/watch-connections";
import { createDeliveryTask } from "./delivery-task";
import { getService } from "./service";

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
    await run.current.db.outboxEmail.deleteMany();
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
