import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { getConfig, type RunningConfig, setConfig } from "@/lib/config";
import { limits } from "@/lib/limits";
import { challengeOf, newMailbox } from "@/testing/challenge-rules";
import { configFor } from "@/testing/email-delivery";
import { withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { type ResendReceiver, startResendReceiver } from "@/testing/resend-receiver";
import { startSmtpReceiver } from "@/testing/smtp-receiver";
import type { TestService } from "@/testing/test-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
import { createDeliveryTask, type DeliveryTask } from "./delivery-task";
import { getService } from "./service";

const run = provideService();
const second = 1_000;

let resend: ResendReceiver;
let config: RunningConfig;
let tenancy: TestTenancy;
const tasks: DeliveryTask[] = [];

beforeEach(async () => {
  // Emails of other tests are due too.
  await run.current.db.outboxEmail.deleteMany();
  run.current.logged.length = 0;
  tenancy = await createTestTenancy(run.current);
  resend = await startResendReceiver();
  config = getConfig();
  setConfig(configFor({ resend }));
});
afterEach(async () => {
  resend.release();
  for (const task of tasks.splice(0)) await task.stop();
  await resend.close();
  setConfig(config);
});

/** Creates a worker like the one of each process. */
function createTask(): DeliveryTask {
  const task = createDeliveryTask(getService);
  tasks.push(task);
  return task;
}

const createMany = (count: number) =>
  Promise.all(Array.from({ length: count }, () => challengeOf(tenancy)));
const states = async () =>
  (
    await run.current.db.outboxEmail.findMany({
      where: { tenancyId: tenancy.id },
      orderBy: { createdAt: "asc" },
    })
  ).map(({ state }) => state);
const allAre = (state: string) =>
  until(`all mails are ${state}`, async () =>
    (await states()).every((each) => each === state) ? true : null,
  );
const all = (count: number, state: string) => Array.from({ length: count }, () => state);

/** Returns the number of deliveries with a result, as in /metrics. */
async function counted(delivery: string): Promise<number> {
  return Number(
    new RegExp(`^keystead_mails_total\\{delivery="${delivery}"\\} (\\d+)$`, "m").exec(
      await run.current.metrics.render(),
    )?.[1] ?? 0,
  );
}

describe("wake", () => {
  test("sends all due emails and counts them", async () => {
    await createMany(3 * limits.concurrentDeliveries);
    const before = await counted("sent");
    createTask().wake();
    await allAre("sent");
    expect(resend.mails).toHaveLength(3 * limits.concurrentDeliveries);
    await until("they are counted", async () =>
      (await counted("sent")) === before + 3 * limits.concurrentDeliveries ? true : null,
    );
  });

  test("sends each email once when called repeatedly", async () => {
    const task = createTask();
    for (let made = 0; made < 20; made++) {
      await challengeOf(tenancy);
      for (let time = 0; time < 5; time++) task.wake();
    }
    await allAre("sent");
    expect(resend.keys).toHaveLength(20);
  });

  test("during a claim causes another claim", async () => {
    const task = createTask();
    for (let made = 0; made < 20; made++) {
      task.wake();
      // Commits during the claim, or just after.
      await challengeOf(tenancy);
      task.wake();
      await allAre("sent");
    }
    expect(resend.mails).toHaveLength(20);
  });

  test("sends each email once across several processes", async () => {
    await createMany(40);
    const all = Array.from({ length: 4 }, createTask);
    for (const task of all) task.wake();
    await allAre("sent");
    expect([resend.keys.length, new Set(resend.keys).size]).toEqual([40, 40]);
  });

  test("skips emails that are due later, and logs failures without the recipient", async () => {
    const first = newMailbox();
    const second = newMailbox();
    await challengeOf(tenancy, { email: first });
    const task = createTask();
    resend.behaviour = { status: 503, name: "unavailable", message: `<${first}>` };
    task.wake();
    await until("the attempt is counted", async () =>
      (await run.current.db.outboxEmail.findFirst({
        where: { tenancyId: tenancy.id, lastError: { not: null } },
      }))
        ? true
        : null,
    );
    resend.behaviour = { status: 422, name: "validation_error", message: `<${second}>` };
    await challengeOf(tenancy, { email: second });
    task.wake();
    await until("the other has failed", async () =>
      (await states()).includes("dead") ? true : null,
    );
    expect((await states()).sort()).toEqual(["dead", "queued"]);
    await until("it is logged", () =>
      run.current.logged.some(
        (line) => line.includes("email.delivery_failed") && line.includes(tenancy.id),
      )
        ? true
        : null,
    );
    expect(run.current.logged.join("")).not.toMatch(/box-/);
  });
});

test("delivers at most a tenancy's limit concurrently, and the rest afterwards", async () => {
  const max = limits.concurrentDeliveriesPerTenancy;
  await createMany(2 * limits.concurrentDeliveries + 3);
  resend.behaviour = "hold";
  const task = createTask();
  for (let time = 0; time < 10; time++) task.wake(time % 2 === 0 ? tenancy.id : undefined);
  await until("the limit is reached", () => (resend.held === max ? true : null));
  const claimed = await run.current.db.outboxEmail.count({
    where: { tenancyId: tenancy.id, attempts: { gt: 0 } },
  });
  expect(claimed).toBe(max);
  resend.release();
  await allAre("sent");
  expect([resend.mostHeld, resend.mails.length]).toEqual([
    max,
    2 * limits.concurrentDeliveries + 3,
  ]);
});

test("one tenancy's backlog at a mail server that does not answer delays no other tenancy's email", async () => {
  const smtp = await startSmtpReceiver();
  try {
    setConfig(configFor({ smtp }));
    await tenancy.set({ challengesPerHourCeiling: 1_000 });
    await createMany(300);
    smtp.behaviour = "hold";
    const task = createTask();
    task.wake();
    await until("emails of the backlog are held", () => (smtp.held > 0 ? true : null));
    const neighbour = await createTestTenancy(run.current);
    const to = newMailbox();
    await challengeOf(neighbour, { email: to });
    task.wake(neighbour.id);
    const attempted = ({ id }: TestTenancy) =>
      run.current.db.outboxEmail.count({ where: { tenancyId: id, attempts: { gt: 0 } } });
    await until("the neighbour's email is beside the backlog at the mail server", () =>
      smtp.held > limits.concurrentDeliveriesPerTenancy ? true : null,
    );
    expect([await attempted(tenancy), await attempted(neighbour)]).toEqual([
      limits.concurrentDeliveriesPerTenancy,
      1,
    ]);
    smtp.release();
    await until("it is delivered", () =>
      smtp.mails.some((mail) => mail.to.includes(to)) ? true : null,
    );
  } finally {
    for (const task of tasks.splice(0)) await task.stop();
    await smtp.goDown();
  }
});

describe("polling", () => {
  test("finds emails that another process queued", async () => {
    await createMany(3);
    createTask().start();
    await allAre("sent");
  });

  test("finds a failed email when its retry is due", async () => {
    await createMany(1);
    resend.behaviour = { status: 500, name: "internal_server_error", message: "No." };
    const task = createTask();
    task.start();
    await until("it was tried", () => (resend.keys.length === 1 ? true : null));
    resend.behaviour = "accept";
    await until("its failure is kept", async () =>
      (await run.current.db.outboxEmail.findFirst({
        where: { tenancyId: tenancy.id, lastError: { not: null } },
      }))
        ? true
        : null,
    );
    run.current.clock.advance(2 * second);
    await allAre("sent");
    expect([resend.keys.length, resend.mails.length]).toEqual([2, 1]);
  });
});

describe("stop", () => {
  test("waits for running deliveries and claims no more", async () => {
    await createMany(limits.concurrentDeliveriesPerTenancy + 5);
    resend.behaviour = "hold";
    const task = createTask();
    task.wake();
    await until("deliveries are running", () =>
      resend.held === limits.concurrentDeliveriesPerTenancy ? true : null,
    );
    const whenStopped = task.stop().then(() => resend.mails.length);
    // Long enough for a `stop` that doesn't wait to have resolved.
    await states();
    resend.release();
    expect(await whenStopped).toBe(limits.concurrentDeliveriesPerTenancy);
    expect((await states()).sort()).toEqual([
      ...all(5, "queued"),
      ...all(limits.concurrentDeliveriesPerTenancy, "sent"),
    ]);
    task.wake();
    expect(await states()).toContain("queued");
    const other = createTask();
    other.wake();
    await allAre("sent");
  });

  test("waits for a running claim and its deliveries", async () => {
    await createMany(3);
    const task = createTask();
    task.wake();
    await task.stop();
    expect(await states()).toEqual(all(3, "sent"));
  });

  test("resolves immediately when nothing was sent", async () => {
    await createTask().stop();
    expect(resend.keys).toEqual([]);
  });

  test("closes the connections to the SMTP server", async () => {
    const smtp = await startSmtpReceiver();
    try {
      setConfig(configFor({ smtp }));
      await createMany(2);
      const task = createTask();
      task.wake();
      await allAre("sent");
      expect(smtp.connections).toBeGreaterThan(0);
      await task.stop();
      await until("the connections are closed", () => (smtp.connections === 0 ? true : null));
    } finally {
      await smtp.goDown();
    }
  });
});

describe("recovery", () => {
  test("after the database is lost during a claim", async () => {
    await createMany(2);
    const task = createTask();
    await withLostDatabase(async () => {
      const { logged } = getService() as TestService;
      task.wake();
      await until("it is logged", () =>
        logged.some((line) => line.includes("email.claim_failed")) ? true : null,
      );
    });
    setConfig(configFor({ resend }));
    task.wake();
    await allAre("sent");
    expect(resend.mails).toHaveLength(2);
  });

  test("after a misconfigured provider: emails stay queued and are sent later", async () => {
    setConfig({
      ...configFor({}),
      emailProviders: [
        { id: "smtp", kind: "smtp", name: "SMTP", url: "smtp://user:100%wrong@localhost:1" },
      ],
    });
    await createMany(2);
    const wrong = createTask();
    wrong.wake();
    await until("it is logged", () =>
      run.current.logged.some((line) => line.includes("email.delivery_interrupted")) ? true : null,
    );
    await wrong.stop();
    expect(await states()).toEqual(["queued", "queued"]);
    setConfig(configFor({ resend }));
    run.current.clock.advance(20 * second);
    createTask().wake();
    await allAre("sent");
  });
});
