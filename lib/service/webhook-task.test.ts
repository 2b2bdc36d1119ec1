import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { changeWebhook } from "@/lib/domain/event/webhook/change-webhook";
import { deliveryLimits } from "@/lib/domain/event/webhook-delivery/delivery-limits";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { openEmail } from "@/lib/domain/user/email/sealed-email";
import { lifetimes } from "@/lib/limits";
import { feedOf, sealAndNumber } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import type { TestTenancy } from "@/testing/test-tenancy";
import { until } from "@/testing/until";
import { type Event, provideWebhookDeliveries } from "@/testing/webhook-deliveries";

const run = provideService();
const { startReceiver, startTask, connect, queue, rowsOf, statesOf, received, deliverUntil } =
  provideWebhookDeliveries(run);

test("an event reaches the webhook as the feed has it, once", async () => {
  const network = await startReceiver();
  const { tenancy } = await connect(network);
  await queue(tenancy, "one", "two");
  const task = startTask(network);
  await deliverUntil(task, async () => (await statesOf(tenancy)).every((s) => s === "sent"));
  const events = (await feedOf(tenancy)).slice(-2);
  expect(received(network).sort((a, b) => a.number - b.number)).toEqual(events);
  const [request] = network.receiver.requests;
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "webhook-id": (JSON.parse(request?.body ?? "{}") as Event).id,
    "webhook-timestamp": String(Math.floor(run.current.clock.now() / 1_000)),
    "webhook-signature": expect.stringMatching(/^v1,/) as string,
  });
  expect(await rowsOf(tenancy)).toMatchObject([
    { attempts: 1, status: 200, excerpt: "ok", failure: null },
    { attempts: 1, status: 200 },
  ]);
});

/** A receiver that holds its responses while it is slow. */
async function startSlowReceiver() {
  const held: ServerResponse[] = [];
  const state = { isSlow: true };
  const network = await startReceiver((response) => {
    if (state.isSlow) held.push(response);
    else response.end("ok");
  });
  /** Resolves when another tenancy's event has been delivered at once. */
  const deliverToNeighbour = async (task: ReturnType<typeof startTask>) => {
    const { tenancy } = await connect(network);
    await queue(tenancy, "one");
    await deliverUntil(task, async () => (await statesOf(tenancy)).every((s) => s === "sent"));
  };
  const end = () => held.splice(0).forEach((response) => response.end("ok"));
  return { network, held, state, deliverToNeighbour, end };
}

const { concurrent, concurrentPerWebhook, reserved, slowMs } = deliveryLimits;
const users = Array.from({ length: 2 * concurrentPerWebhook }, (_, index) => `user-${index}`);

test("however many receivers are slow, another tenancy's event doesn't wait for them", async () => {
  const { network, held, state, deliverToNeighbour, end } = await startSlowReceiver();
  const task = startTask(network);
  for (let count = 0; count < concurrent / concurrentPerWebhook; count++)
    await queue((await connect(network)).tenancy, ...users);
  task.wake();
  await until("the slow receivers have all but the reserved slots", () =>
    held.length >= concurrent - reserved ? true : null,
  );
  state.isSlow = false;
  await deliverToNeighbour(task);
  end();
});

test("a slow receiver gets one request at a time, like a failing one", async () => {
  const { network, held, state, deliverToNeighbour, end } = await startSlowReceiver();
  const task = startTask(network);
  const { tenancy } = await connect(network);
  await queue(tenancy, ...users);
  task.wake();
  await until("its requests are held", () => (held.length === concurrentPerWebhook ? true : null));
  run.current.clock.advance(slowMs);
  end();
  await until("the next request is held", () => (held.length > 0 ? true : null));
  state.isSlow = false;
  await deliverToNeighbour(task);
  const attempted = (await rowsOf(tenancy)).filter(({ attempts }) => attempts > 0);
  expect(attempted).toHaveLength(concurrentPerWebhook + 1);
  end();
});

test("types choose events; without, all but passkey sign-ins and codes are sent", async () => {
  const network = await startReceiver();
  const [usual, chosen] = [await connect(network), await connect(network, ["challenge.created"])];
  const actions = ["passkey.authenticated", "challenge.created", "user.created"] as const;
  for (const { tenancy } of [usual, chosen])
    for (const action of actions)
      await recordAudit(tenancy.ctx, run.current.db, { action, target: { kind: "user", id: "x" } });
  await sealAndNumber(run.current);
  const typesOf = async ({ tenancy }: typeof usual) => {
    const feed = await feedOf(tenancy);
    return (await rowsOf(tenancy)).map(({ number }) => feed[Number(number) - 1]?.type);
  };
  expect(await typesOf(usual)).toEqual(["user.created"]);
  expect(await typesOf(chosen)).toEqual(["challenge.created"]);
});

test("a failed attempt is repeated with the same id, later each time, until a day has passed", async () => {
  const network = await startReceiver((response) => {
    response.statusCode = 500;
    response.end("<b>no</b>");
  });
  const { tenancy } = await connect(network);
  await queue(tenancy, "one");
  const task = startTask(network);
  const pauses: number[] = [];
  for (let attempts = 1; ; attempts++) {
    await deliverUntil(task, async () => {
      const [row] = await rowsOf(tenancy);
      return (
        row?.attempts === attempts &&
        row.status !== null &&
        row.dueAt !== undefined &&
        (row.state !== "queued" ||
          row.dueAt.getTime() !== run.current.clock.now() + lifetimes.deliveryLeaseMs)
      );
    });
    const [row] = await rowsOf(tenancy);
    if (row?.state === "dead") break;
    const pause = (row?.dueAt.getTime() ?? 0) - run.current.clock.now();
    pauses.push(pause);
    run.current.clock.advance(pause);
  }
  const minute = 60_000;
  const usual = [5_000, 30_000, 2 * minute, 10 * minute, 60 * minute, 60 * minute];
  for (const [index, pause] of usual.entries()) {
    expect(pauses[index]).toBeGreaterThanOrEqual(pause);
    expect(pauses[index]).toBeLessThanOrEqual(1.2 * pause);
  }
  // Not all by the same share.
  expect(new Set(usual.map((pause, index) => (pauses[index] ?? 0) / pause)).size).toBeGreaterThan(
    1,
  );
  expect(pauses.reduce((sum, pause) => sum + pause, 0)).toBeGreaterThan(24 * 60 * minute);
  expect(pauses.length).toBeLessThan(30);
  expect(new Set(network.receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(
    1,
  );
  expect(await rowsOf(tenancy)).toMatchObject([
    { state: "dead", status: 500, excerpt: "<b>no</b>" },
  ]);
});

test("events about a user arrive in order; others don't wait for them", async () => {
  let isDown = true;
  const network = await startReceiver((response) => {
    response.statusCode = isDown ? 503 : 204;
    response.end();
  });
  const { tenancy } = await connect(network);
  await queue(tenancy, "ada", "ada", "bob", "ada");
  const task = startTask(network);
  const subsOf = () => received(network).map(({ sub }) => sub);
  await deliverUntil(task, () => subsOf().length === 2);
  await deliverUntil(
    task,
    async () => (await rowsOf(tenancy)).filter(({ status }) => status === 503).length === 2,
  );
  expect(subsOf().sort()).toEqual(["ada", "bob"]);
  isDown = false;
  run.current.clock.advance(1.2 * (deliveryLimits.retryMs[0] ?? 0));
  await deliverUntil(task, async () => (await statesOf(tenancy)).every((s) => s === "sent"));
  const ofAda = received(network).filter(({ sub }) => sub === "ada");
  const numbers = ofAda.map(({ number }) => number);
  expect(numbers).toEqual([...numbers].sort((a, b) => a - b));
  expect(new Set(numbers).size).toBe(3);
});

test("an event that has failed for an hour is dead at its third attempt, once a later one waits for it", async () => {
  let isDown = true;
  const network = await startReceiver((response) => {
    response.statusCode = isDown ? 500 : 200;
    response.end();
  });
  const { tenancy } = await connect(network);
  await queue(tenancy, "ada", "ada");
  const task = startTask(network);
  await deliverUntil(task, () => received(network).length === 1);
  await deliverUntil(task, async () => (await rowsOf(tenancy))[0]?.status === 500);
  run.current.clock.advance(deliveryLimits.orderedMs);
  const isAfter = (attempts: number) => async () => {
    const [row] = await rowsOf(tenancy);
    return row?.attempts === attempts && row.dueAt.getTime() > run.current.clock.now();
  };
  // Two attempts in an hour, as when the receiver asks to wait, aren't enough.
  await deliverUntil(task, () => received(network).length === 2);
  await deliverUntil(task, isAfter(2));
  expect((await statesOf(tenancy))[0]).toBe("queued");
  run.current.clock.advance(1.2 * (deliveryLimits.retryMs[1] ?? 0));
  await deliverUntil(task, async () => (await statesOf(tenancy))[0] === "dead");
  // Its turn has come, and this attempt has ended before the clock moves.
  await deliverUntil(task, async () => (await rowsOf(tenancy))[1]?.status === 500);
  isDown = false;
  run.current.clock.advance(1.2 * (deliveryLimits.retryMs[0] ?? 0));
  await deliverUntil(task, async () => (await statesOf(tenancy))[1] === "sent");
});

test.each([
  ["10 minutes", 429, "600", 10, 10],
  ["an hour at most", 503, "86400", 60, 15],
  ["a date", 502, new Date(30 * 60_000).toUTCString(), 30, 15],
  ["a malformed text", 504, "soon", 0, 0],
  ["a status that isn't busy", 500, "600", 0, 0],
])("Retry-After: %s", async (_name, status, retryAfter, minutes, minutesInOrder) => {
  const network = await startReceiver((response) => {
    response.statusCode = status;
    const asked = Date.parse(retryAfter);
    const date = new Date(asked + run.current.clock.now()).toUTCString();
    response.setHeader("retry-after", /GMT/.test(retryAfter) ? date : retryAfter);
    response.end();
  });
  const [alone, waitedFor] = [await connect(network), await connect(network)];
  const task = startTask(network);
  await queue(alone.tenancy, "ada");
  await queue(waitedFor.tenancy, "ada", "ada");
  for (const [{ tenancy }, asked] of [
    [alone, minutes],
    [waitedFor, minutesInOrder],
  ] as const) {
    await deliverUntil(task, async () => (await rowsOf(tenancy))[0]?.status === status);
    const [row] = await rowsOf(tenancy);
    const pause = (row?.dueAt.getTime() ?? 0) - run.current.clock.now();
    // The date has whole seconds.
    expect(pause).toBeGreaterThanOrEqual(asked === 0 ? 5_000 : asked * 60_000 - 1_000);
    const most = asked === 0 ? 6_000 : Math.min(1.2 * asked, asked === minutes ? 60 : 15) * 60_000;
    expect(pause).toBeLessThanOrEqual(most);
  }
});

/** An operator of the tenancy. Returns the email. */
async function createMember({ id: tenancyId }: TestTenancy, role: "owner" | "auditor") {
  const { db, clock, createId } = run.current;
  const system = await getSystemTenancy(run.current);
  const [sub, now] = [createId(), new Date(clock.now())];
  const email = `${role}-${sub}@example.com`;
  const user = { sub, email, emailNormalized: email, selfService: false };
  await db.user.create({
    data: { tenancyId: system.id, ...user, createdAt: now, updatedAt: now },
  });
  await db.operator.create({ data: { tenancyId, sub, role, createdAt: now } });
  return email;
}

test("a second 410, five minutes after the first, disables the webhook and keeps its queue", async () => {
  let status = 410;
  const network = await startReceiver((response) => {
    response.statusCode = status;
    response.end();
  });
  const { tenancy, webhookId } = await connect(network);
  const task = startTask(network);
  const webhook = () => run.current.db.webhook.findFirstOrThrow({ where: { id: webhookId } });
  const attempt = async (failures: number) => {
    run.current.clock.advance(deliveryLimits.goneMs);
    await deliverUntil(task, async () => (await webhook()).failures === failures);
  };
  const owner = await createMember(tenancy, "owner");
  await createMember(tenancy, "auditor");
  await queue(tenancy, "one");
  await attempt(1);
  // Another answer in between begins again.
  status = 500;
  await attempt(2);
  expect((await webhook()).goneAt).toBeNull();
  status = 410;
  await attempt(3);
  expect((await webhook()).disabledAt).toBeNull();
  await queue(tenancy, "two");
  await deliverUntil(task, async () => (await webhook()).failures === 4);
  expect((await webhook()).disabledAt).toBeNull();
  run.current.clock.advance(deliveryLimits.retryMs[4] ?? 0);
  await deliverUntil(task, async () => (await webhook()).disabledAt !== null);
  expect(await webhook()).toMatchObject({ disabledReason: "gone" });
  expect(await statesOf(tenancy)).toEqual(["queued", "queued"]);
  // Tests of other files share the database, and their emails may be sent or sealed by another secret.
  const emails = await run.current.db.outboxEmail.findMany({
    where: { tenancyId: (await getSystemTenancy(run.current)).id, sealed: { not: null } },
  });
  const notices = await Promise.all(
    emails.map(({ sealed }) => openEmail(run.current, sealed ?? "")),
  );
  expect(notices.filter(({ kind }) => kind === "webhook-gone")).toMatchObject([
    { to: owner, webhook: "Hook", tenancy: "Test" },
  ]);
  await sealAndNumber(run.current);
  expect((await feedOf(tenancy)).at(-1)).toMatchObject({ type: "webhook.disabled" });
  await changeWebhook(tenancy.ctx, webhookId, { isEnabled: true });
  expect(await webhook()).toMatchObject({ goneAt: null, disabledReason: null });
});

test("a webhook that has failed for five days is disabled, and that is an event", async () => {
  const network = await startReceiver((response) => {
    response.statusCode = 302;
    response.setHeader("location", "https://elsewhere.example");
    response.end();
  });
  const { tenancy, webhookId } = await connect(network);
  const task = startTask(network);
  const webhook = () => run.current.db.webhook.findFirstOrThrow({ where: { id: webhookId } });
  await queue(tenancy, "one");
  await deliverUntil(task, async () => (await webhook()).failures === 1);
  expect((await webhook()).disabledAt).toBeNull();
  run.current.clock.advance(deliveryLimits.failingMs);
  await queue(tenancy, "two");
  await deliverUntil(task, async () => (await webhook()).failures === 3);
  // The first attempts after a quiet time may fail for a moment only.
  expect((await webhook()).disabledAt).toBeNull();
  for (const pause of deliveryLimits.retryMs) {
    run.current.clock.advance(1.2 * pause);
    const { failures } = await webhook();
    await deliverUntil(task, async () => {
      const now = await webhook();
      return now.failures >= failures + 2 || now.disabledAt !== null;
    });
  }
  await deliverUntil(task, async () => (await webhook()).disabledAt !== null);
  expect(await webhook()).toMatchObject({ disabledReason: "failing" });
  await sealAndNumber(run.current);
  const types = (await feedOf(tenancy)).map(({ type }) => type);
  expect(types.filter((type) => type === "webhook.disabled")).toHaveLength(1);
  const before = (await rowsOf(tenancy)).length;
  await queue(tenancy, "three");
  expect(await rowsOf(tenancy)).toHaveLength(before);
});

test("at most four requests to a webhook run at once, and one after five failures", async () => {
  const answers: (() => void)[] = [];
  let status = 500;
  const network = await startReceiver((response) => {
    answers.push(() => {
      response.statusCode = status;
      response.end();
    });
  });
  const { tenancy } = await connect(network);
  await queue(tenancy, ...Array.from({ length: 12 }, (_, index) => `user ${index}`));
  const task = startTask(network);
  await deliverUntil(task, () => answers.length === 4);
  task.wake();
  answers.splice(0).forEach((answer) => answer());
  await deliverUntil(task, () => answers.length === 4);
  answers.splice(0).forEach((answer) => answer());
  // Eight failures: one request at a time.
  await deliverUntil(task, () => answers.length === 1);
  status = 200;
  answers.splice(0).forEach((answer) => answer());
  await deliverUntil(task, () => answers.length === 3);
  answers.splice(0).forEach((answer) => answer());
  await deliverUntil(
    task,
    async () => (await statesOf(tenancy)).filter((state) => state === "sent").length === 4,
  );
});

test("a dead webhook of one tenancy doesn't hold up another tenancy's", async () => {
  const network = await startReceiver((response) => {
    if (response.req.url !== "/silent") response.end();
  });
  const slow = await connect({ ...network, url: new URL("/silent", network.url).href });
  const quick = await connect(network);
  await queue(slow.tenancy, ...Array.from({ length: 40 }, (_, index) => `user ${index}`));
  const task = startTask(network);
  const { requests } = network.receiver;
  await deliverUntil(task, () => requests.length === 4);
  await queue(quick.tenancy, "one");
  await deliverUntil(task, async () => (await statesOf(quick.tenancy))[0] === "sent");
  expect(requests.filter(({ url }) => url === "/silent")).toHaveLength(4);
});

test("an attempt that a stopping process cuts off doesn't count, and is repeated at once", async () => {
  const [stopping, next] = [await startReceiver(() => undefined), await startReceiver()];
  const { tenancy, webhookId } = await connect(stopping);
  await queue(tenancy, "one");
  const task = startTask(stopping);
  await deliverUntil(task, () => stopping.receiver.requests.length === 1);
  await task.stop();
  const now = new Date(run.current.clock.now());
  expect(await rowsOf(tenancy)).toMatchObject([{ state: "queued", attempts: 0, dueAt: now }]);
  const data = { url: next.url };
  await run.current.db.webhook.updateMany({ where: { id: webhookId }, data });
  await deliverUntil(startTask(next), async () => (await statesOf(tenancy))[0] === "sent");
  expect(next.receiver.requests).toHaveLength(1);
});
