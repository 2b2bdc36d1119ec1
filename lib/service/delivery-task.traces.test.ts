import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { getConfig, type RunningConfig, setConfig } from "@/lib/config";
import { inSpan } from "@/lib/platform/tracing/tracing";
import { challengeOf, createChallenge, newMailbox } from "@/testing/challenge-rules";
import { configFor } from "@/testing/email-delivery";
import { withBroken } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { recordSpans, traceTestService } from "@/testing/record-spans";
import { type ResendReceiver, startResendReceiver } from "@/testing/resend-receiver";
import { startSmtpReceiver } from "@/testing/smtp-receiver";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
import { createDeliveryTask } from "./delivery-task";
import { getService } from "./service";

const run = provideService();
beforeAll(() => traceTestService(run.current));

let resend: ResendReceiver;
let config: RunningConfig;
let tenancy: TestTenancy;

beforeEach(async () => {
  // Emails of other tests are due too.
  await run.current.db.outboxEmail.deleteMany();
  tenancy = await createTestTenancy(run.current);
  resend = await startResendReceiver();
  config = getConfig();
  setConfig(configFor({ resend }));
});
afterEach(async () => {
  await resend.close();
  setConfig(config);
});

/** Makes one attempt for each due email. */
async function deliverDue(): Promise<void> {
  const task = createDeliveryTask(getService);
  task.wake();
  await task.stop();
}

describe("a delivery attempt", () => {
  test("is a trace of its own, and passes it on to Resend", async () => {
    await challengeOf(tenancy);
    const { id } = await run.current.db.outboxEmail.findFirstOrThrow();
    const { spans, named } = await recordSpans(run.current, deliverDue);
    const delivery = named("deliver email");
    expect(delivery).toMatchObject({ kind: 3, status: 0 });
    expect(delivery.parentSpanId).toBeUndefined();
    expect(delivery.attributes).toEqual({
      "keystead.tenancy": tenancy.id,
      "keystead.email.id": id,
      "keystead.email.provider": "resend",
      "keystead.email.attempt": 1,
      "keystead.email.result": "sent",
    });
    expect(resend.traceparents).toEqual([`00-${delivery.traceId}-${delivery.spanId}-01`]);
    expect(named("UPDATE OutboxMail").parentSpanId).toBe(delivery.spanId);
    expect(spans).toHaveLength(2);
  });

  test("is counted, with the result", async () => {
    resend.behaviour = { status: 503, name: "internal_server_error", message: "Try again" };
    await challengeOf(tenancy);
    const { spans } = await recordSpans(run.current, async () => {
      await deliverDue();
      run.current.clock.advance(60_000);
      resend.behaviour = { status: 422, name: "validation_error", message: "No such mailbox" };
      await deliverDue();
    });
    expect(
      spans
        .filter(({ name }) => name === "deliver email")
        .map(
          ({
            attributes: { "keystead.email.attempt": attempt, "keystead.email.result": result },
          }) => [attempt, result],
        ),
    ).toEqual([
      [1, "retried"],
      [2, "dead"],
    ]);
  });

  test("by SMTP passes nothing on", async () => {
    const smtp = await startSmtpReceiver();
    setConfig(configFor({ smtp }));
    await challengeOf(tenancy);
    const { named } = await recordSpans(run.current, deliverDue);
    await smtp.goDown();
    expect(named("deliver email").attributes).toMatchObject({
      "keystead.email.provider": "smtp",
      "keystead.email.result": "sent",
    });
    expect(JSON.stringify(smtp.mails)).not.toMatch(/traceparent/i);
  });

  test("that is interrupted fails, and its log line has its ids", async () => {
    run.current.logged.length = 0;
    await challengeOf(tenancy);
    const activity = {
      ...run.current.activity,
      note() {
        throw new RangeError("not counted");
      },
    };
    const { named } = await recordSpans(run.current, () => withBroken({ activity }, deliverDue));
    const { traceId, spanId, status, attributes } = named("deliver email");
    expect([status, attributes["error.type"]]).toEqual([2, "RangeError"]);
    const interrupted = run.current.logged.find((line) => line.includes("delivery_interrupted"));
    expect(JSON.parse(interrupted ?? "{}")).toMatchObject({ traceId, spanId });
  });

  test("never joins the trace of the request that woke it", async () => {
    await challengeOf(tenancy);
    const task = createDeliveryTask(getService);
    const { spans, named } = await recordSpans(run.current, async () => {
      await inSpan({ name: "request", parent: null }, async () => {
        task.wake();
        await until("it is delivered", () => (resend.mails.length === 1 ? true : null));
        await task.stop();
      });
    });
    const { traceId } = named("request");
    expect(spans.filter((span) => span.traceId === traceId)).toHaveLength(1);
    expect(named("deliver email").traceId).not.toBe(traceId);
  });
});

test("spans contain no recipient and no content", async () => {
  const email = newMailbox();
  const { receiver } = await recordSpans(run.current, async () => {
    await createChallenge(tenancy, { email, name: "Ada Lovelace" });
    await deliverDue();
  });
  const [mail] = resend.mails;
  const code = /\b\d{6}\b/.exec(mail?.text ?? "")?.[0] ?? "no code";
  const sent = receiver.bodies.join("\n");
  expect(sent).toContain("deliver email");
  // Alone: six digits can be part of a time.
  expect(sent).not.toMatch(new RegExp(`\\b${code}\\b`));
  for (const secret of [
    email,
    mail?.subject ?? "",
    "Ada",
    "Lovelace",
    "re_test_123",
    mail?.from ?? "",
  ])
    expect(sent).not.toContain(secret);
});
