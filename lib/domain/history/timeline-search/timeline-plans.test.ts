import { expect, test } from "vitest";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import type { Prisma } from "@/prisma/generated/client";
import { interceptQueries } from "@/testing/intercept-queries";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findTimeline } from "./find-timeline";
import { listTimeline } from "./list-timeline";

const run = provideService();

/** The search for users has its own test. */
const readsEvents = ({ text }: Prisma.Sql) => /FROM "(?:Timeline|Audit)Event"/.test(text);

test("each read of a timeline uses the index that yields its order", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const statements: Prisma.Sql[] = [];
  const db = interceptQueries(ctx.db, (statement, send) => {
    if (readsEvents(statement)) statements.push(statement);
    return send();
  });
  const watched = { ...ctx, db };
  await listTimeline(
    watched,
    { sub: "sub-7", mailbox: "7@example.com", passkeyIds: ["p"] },
    {},
    50,
  );
  for (const search of [{}, { reason: "InvalidToken" }, { kind: "sign-in" }] as const)
    await findTimeline(watched, search, 50);
  noteEvent(ctx, "code.requested", { email: "7@example.com" });
  await run.current.timeline.flush();
  await findTimeline(watched, { who: "7@example.com" }, 50);
  await findTimeline(watched, { who: "@example", kind: "sign-in" }, 50);
  const client = await run.current.pool.connect();
  try {
    await client.query("BEGIN");
    await client.query(
      `INSERT INTO "User" ("tenancyId", "sub", "selfService", "createdAt", "updatedAt")
      SELECT $1, 'sub-' || n, false, now(), now() FROM generate_series(0, 999) n`,
      [ctx.tenancy.id],
    );
    await client.query(
      `INSERT INTO "TimelineEvent" (
        "tenancyId", "id", "kind", "reason", "sub", "email", "createdAt")
      SELECT $1, lpad(n::text, 26, '0'), 'sign-in.succeeded',
        CASE WHEN n % 9 = 0 THEN 'RateLimited' END, CASE WHEN n % 2 = 0 THEN 'sub-' || n % 1000 END,
        CASE WHEN n % 2 = 1 THEN n % 1000 || '@example.com' END, now()
      FROM generate_series(1, 20000) n`,
      [ctx.tenancy.id],
    );
    await client.query(
      `INSERT INTO "AuditEvent" (
        "tenancyId", "id", "action", "actorKind", "targetKind", "targetId", "createdAt")
      SELECT $1, n::text, 'passkey.authenticated', 'browser', 'passkey', 'p', now()
      FROM generate_series(1, 20000) n`,
      [ctx.tenancy.id],
    );
    await client.query(`ANALYZE "TimelineEvent", "AuditEvent"`);
    const plans = [];
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      plans.push(rows.map((row) => row["QUERY PLAN"]).join("\n"));
    }
    const indexes = plans.map((plan) => /(?: using|Bitmap Index Scan on) "?(\w+)/.exec(plan)?.[1]);
    expect(indexes).toEqual([
      "TimelineEvent_user_idx",
      "TimelineEvent_mailbox_idx",
      "AuditEvent_changes_idx",
      "AuditEvent_own_changes_idx",
      "TimelineEvent_pkey",
      "TimelineEvent_reason_idx",
      "TimelineEvent_kind_idx",
      "TimelineEvent_mailbox_idx",
      "TimelineEvent_pkey",
      "TimelineEvent_mailbox_idx",
    ]);
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan on "/);
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});
