import { expect, test } from "vitest";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lifetimes } from "@/lib/limits";
import { renderSum } from "@/lib/platform/metrics";
import { withLostDatabase, withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { readMetric } from "@/testing/read-metric";
import { createTestTenancy } from "@/testing/test-tenancy";
import { getService } from "./service";

const run = provideService();

const ofStatus = (metrics: string) => ({
  up: readMetric(metrics, "keystead_database_up"),
  used: readMetric(metrics, "keystead_database_connections_used"),
  waiting: readMetric(metrics, "keystead_database_connections_waiting"),
  most: readMetric(metrics, "keystead_database_connections_max"),
  queued: readMetric(metrics, "keystead_emails_queued"),
  overdue: readMetric(metrics, "keystead_emails_overdue_seconds"),
  unsealed: readMetric(metrics, "keystead_audit_unsealed_seconds"),
  skew: readMetric(metrics, "keystead_database_clock_skew_seconds"),
});

/** Queues an email and records an audit event, both two minutes ago. */
async function addBacklog(): Promise<void> {
  const { ctx, id: tenancyId } = await createTestTenancy(run.current);
  const now = new Date(run.current.clock.now());
  await run.current.db.outboxEmail.create({
    data: {
      tenancyId,
      id: run.current.createId(),
      state: "queued",
      sealed: "x",
      dueAt: now,
      createdAt: now,
      expiresAt: new Date(now.getTime() + lifetimes.hourMs),
    },
  });
  await recordAudit(ctx, ctx.db, { action: "user.updated", target: { kind: "user", id: "x" } });
  run.current.clock.advance(120_000);
}

test("reports the email queue, unsealed audit events and the database's clock", async () => {
  const before = ofStatus(await run.current.metrics.render());
  await addBacklog();
  const after = ofStatus(await run.current.metrics.render());
  expect(after.up).toBe(1);
  expect(after.queued).toBe((before.queued ?? 0) + 1);
  expect(after.overdue).toBeGreaterThanOrEqual(120);
  expect(after.unsealed).toBeGreaterThanOrEqual(120);
  expect((before.skew ?? 0) - (after.skew ?? 0)).toBeGreaterThan(100);
});

test("without a database, reports that and its own pool only", async () => {
  await withLostDatabase(async () => {
    const status = ofStatus(await getService().metrics.render());
    expect(status).toMatchObject({ up: 0, used: 0, most: getService().pool.options.max });
    const { queued, overdue, unsealed, skew } = status;
    expect([queued, overdue, unsealed, skew]).toEqual(Array(4).fill(undefined));
  });
});

test("a scrape doesn't wait for a free connection, and scrapes don't add up in the queue", async () => {
  await withOtherInstance(async ({ metrics, pool }) => {
    const { max } = pool.options;
    const taken = await Promise.all(Array.from({ length: max }, () => pool.connect()));
    const scrapes = Array.from({ length: 3 }, () => metrics.render());
    for (const scraped of await Promise.all(scrapes))
      expect(ofStatus(scraped)).toMatchObject({ up: 0, used: max });
    expect(ofStatus(await metrics.render()).waiting).toBe(1);
    taken.forEach((client) => client.release());
    expect(ofStatus(await metrics.render())).toMatchObject({ up: 1, waiting: 0 });
  });
});

test("several workers add their pools up, and report queue and audit log once", async () => {
  await addBacklog();
  const alone = ofStatus(await run.current.metrics.render());
  await withOtherInstance(async (other) => {
    const snapshots = await Promise.all([run.current.metrics.snapshot(), other.metrics.snapshot()]);
    const sum = ofStatus(await renderSum(snapshots));
    expect(sum).toMatchObject({ up: 1, queued: alone.queued });
    expect(sum.most).toBe(run.current.pool.options.max + other.pool.options.max);
    // A sum would be twice as much.
    expect(Math.abs((sum.overdue ?? 0) - (alone.overdue ?? 0))).toBeLessThan(60);
    expect(Math.abs((sum.unsealed ?? 0) - (alone.unsealed ?? 0))).toBeLessThan(60);
    expect(Math.abs((sum.skew ?? 0) - (alone.skew ?? 0))).toBeLessThan(60);
    const connections = await Promise.all([run.current.pool.connect(), other.pool.connect()]);
    const { used } = ofStatus(
      await renderSum([await run.current.metrics.snapshot(), await other.metrics.snapshot()]),
    );
    connections.forEach((connection) => connection.release());
    expect(used).toBe(2);
  });
});

test("a worker that loses the database shows, and hides no queue of the others", async () => {
  await addBacklog();
  const well = await run.current.metrics.snapshot();
  const alone = ofStatus(await renderSum([well]));
  await withLostDatabase(async () => {
    const sum = ofStatus(await renderSum([await getService().metrics.snapshot(), well]));
    expect(sum).toMatchObject({ up: 0, queued: alone.queued, overdue: alone.overdue });
  });
});
