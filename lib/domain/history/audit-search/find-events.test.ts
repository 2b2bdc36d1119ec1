import { expect, test } from "vitest";
import { z } from "zod";
import type { Actor } from "@/lib/domain/base/context";
import { type AuditEvent, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { limits } from "@/lib/limits";
import type { Prisma } from "@/prisma/generated/client";
import { interceptQueries } from "@/testing/intercept-queries";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import {
  countEvents,
  type EventFilter,
  findAndCountEvents,
  findEvents,
  walkEvents,
} from "./find-events";

const run = provideService();

/** Records events one millisecond apart, because events are ordered by time. */
async function record(tenancy: TestTenancy, actor: Actor, ...events: AuditEvent[]) {
  for (const event of events) {
    run.current.clock.advance(1);
    await recordAudit(
      { ...tenancy.ctx, actor, client: { address: "192.0.2.1" } },
      run.current.db,
      event,
    );
  }
}
const disabled = (id: string): AuditEvent => ({
  action: "passkey.disabled",
  target: { kind: "passkey", id },
  detail: "lost",
});

async function found(tenancy: TestTenancy, filter: EventFilter) {
  const { entries: events } = await findEvents(tenancy.ctx, filter, 50);
  const total = { count: events.length, isExact: true };
  expect(await countEvents(tenancy.ctx, filter)).toEqual(total);
  expect(await findAndCountEvents(tenancy.ctx, filter, 50)).toMatchObject({
    entries: events,
    total,
  });
  return events.map(({ action, targetId }) => `${action} ${targetId}`);
}

test("an event has its actor, action, target, time, address and request", async () => {
  const tenancy = await createTestTenancy(run.current);
  const operator = await createTestOperator(run.current, { tenancyId: tenancy.id });
  await record(tenancy, { kind: "operator", id: operator.sub }, disabled("lamp"));
  await record(tenancy, { kind: "apiKey", id: tenancy.apiKeyId, scopes: [] }, disabled("lamp"));
  await record(tenancy, { kind: "browser" }, disabled("lamp"));
  const { entries: events } = await findEvents(tenancy.ctx, { target: "lamp" }, 50);
  const createdAt = new Date(run.current.clock.now() - 2);
  expect(events.toReversed()).toMatchObject([
    {
      actorKind: "operator",
      actorId: operator.sub,
      actorName: operator.email,
      action: "passkey.disabled",
      targetKind: "passkey",
      detail: "lost",
      address: "192.0.2.1",
      requestId: "test",
      createdAt,
      sealId: null,
    },
    { actorKind: "apiKey", actorName: "Test", address: "192.0.2.1" },
    { actorKind: "browser", actorId: null, actorName: null, address: null },
  ]);
});

test("filters combine: event, actor by email or id, target and time", async () => {
  const tenancy = await createTestTenancy(run.current);
  const ada = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const bob = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const { clock } = run.current;
  await record(tenancy, { kind: "operator", id: ada.sub }, disabled("one"));
  clock.advance(60_000);
  const between = clock.now();
  await record(tenancy, { kind: "operator", id: bob.sub }, disabled("two"), {
    action: "user.updated",
    target: { kind: "user", id: "three" },
  });
  clock.advance(60_000);
  await record(tenancy, { kind: "apiKey", id: tenancy.apiKeyId, scopes: [] }, disabled("one"), {
    action: "user.updated",
    target: { kind: "user", id: "three" },
  });
  expect(await found(tenancy, { about: "passkey" })).toEqual([
    "passkey.disabled one",
    "passkey.disabled two",
    "passkey.disabled one",
  ]);
  expect(await found(tenancy, { who: ada.email })).toEqual(["passkey.disabled one"]);
  expect(await found(tenancy, { who: bob.sub, about: "user" })).toEqual(["user.updated three"]);
  expect(await found(tenancy, { who: tenancy.apiKeyId, about: "passkey" })).toEqual([
    "passkey.disabled one",
  ]);
  expect(await found(tenancy, { target: "three", who: tenancy.apiKeyId })).toEqual([
    "user.updated three",
  ]);
  expect(await found(tenancy, { about: "passkey", fromMs: between })).toEqual([
    "passkey.disabled one",
    "passkey.disabled two",
  ]);
  expect(await found(tenancy, { about: "passkey", toMs: between })).toEqual([
    "passkey.disabled one",
  ]);
  expect(await found(tenancy, { who: "nobody@example.com" })).toEqual([]);
  expect(await found(tenancy, { about: "nonsense" })).toEqual([]);
});

test("filters by one event, by the kind of actor and by a part of the reason", async () => {
  const tenancy = await createTestTenancy(run.current);
  const ada = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const because = (id: string, reason: string): AuditEvent => ({ ...disabled(id), reason });
  await record(
    tenancy,
    { kind: "operator", id: ada.sub },
    because("one", "Lost her phone at 100% Café"),
    { ...because("two", "phone found"), action: "passkey.enabled" },
    disabled("three"),
  );
  await record(
    tenancy,
    { kind: "apiKey", id: tenancy.apiKeyId, scopes: [] },
    because("four", "lost"),
  );
  await record(tenancy, { kind: "system" }, { ...disabled("five"), action: "passkey.deleted" });
  expect(await found(tenancy, { about: "passkey.enabled" })).toEqual(["passkey.enabled two"]);
  expect(await found(tenancy, { actorKind: "apiKey" })).toContain("passkey.disabled four");
  expect(await found(tenancy, { actorKind: "system", about: "passkey" })).toEqual([
    "passkey.deleted five",
  ]);
  await record(
    tenancy,
    { kind: "configurationFile", isSystemOwner: false },
    { ...disabled("six"), action: "passkey.deleted" },
  );
  expect(await found(tenancy, { actorKind: "configurationFile" })).toEqual(["passkey.deleted six"]);
  for (const [filter, expected] of [
    [{ reason: "PHONE" }, ["passkey.enabled two", "passkey.disabled one"]],
    [{ reason: "0% caf" }, ["passkey.disabled one"]],
    [{ reason: "0_ caf" }, []],
    [{ reason: "phone", about: "passkey.disabled" }, ["passkey.disabled one"]],
    [{ reason: "lost", actorKind: "apiKey" }, ["passkey.disabled four"]],
    [{ reason: "lost", who: ada.email }, ["passkey.disabled one"]],
    [{ reason: "lost", target: "four" }, ["passkey.disabled four"]],
  ] as const)
    expect(await found(tenancy, filter)).toEqual(expected);
  const other = await createTestTenancy(run.current);
  expect(await found(other, { reason: "phone" })).toEqual([]);
});

test("finds events by parts of who did it and of what it was done to", async () => {
  const tenancy = await createTestTenancy(run.current);
  const operator = await createTestOperator(run.current, {
    tenancyId: tenancy.id,
    email: "Wilhelmina.Hopper@ops.example",
  });
  const population = { tenancyId: tenancy.id, nowMs: run.current.clock.now() };
  const { subs, passkeyIds } = await populate(run.current.db.query(z.never()), {
    ...population,
    users: 2,
    passkeys: 2,
    rareEvery: 1_000,
  });
  const [user = "", passkey = ""] = [subs[1], passkeyIds[1]];
  await record(tenancy, { kind: "operator", id: operator.sub }, disabled("lamp-1"), {
    action: "user.updated",
    target: { kind: "user", id: user },
  });
  await record(
    tenancy,
    { kind: "apiKey", id: tenancy.apiKeyId, scopes: [] },
    disabled(passkey),
    disabled("lamp-2"),
  );
  const ofOperator = [`user.updated ${user}`, "passkey.disabled lamp-1"];
  const ofKey = ["passkey.disabled lamp-2", `passkey.disabled ${passkey}`];
  for (const who of ["helmina.hop", "OPS.EXAMPLE", operator.email, operator.sub])
    expect(await found(tenancy, { who }), who).toEqual(ofOperator);
  for (const who of ["Tes", tenancy.apiKeyId, tenancy.apiKeyId.toUpperCase()])
    expect((await found(tenancy, { who })).slice(0, 2), who).toEqual(ofKey);
  expect(await found(tenancy, { who: "helmina", about: "user" })).toEqual([ofOperator[0]]);
  for (const target of [
    "son-1@ex",
    "person-1",
    "family1",
    "Family1 given1",
    "user-1",
    user.slice(0, 24),
  ])
    expect(await found(tenancy, { target }), target).toEqual([ofKey[1], ofOperator[0]]);
  for (const target of [user, user.toUpperCase()])
    expect(await found(tenancy, { target }), target).toEqual([ofOperator[0]]);
  expect(await found(tenancy, { target: "lamp" })).toEqual([
    "passkey.disabled lamp-2",
    "passkey.disabled lamp-1",
  ]);
  expect(await found(tenancy, { target: "lamp", who: "helmina" })).toEqual([
    "passkey.disabled lamp-1",
  ]);
  for (const filter of [{ who: "%" }, { target: "l%p" }, { target: "l_mp" }, { who: "nobody" }])
    expect(await found(tenancy, filter), JSON.stringify(filter)).toEqual([]);
});

test("merges the events of several targets in order, across pages", async () => {
  const tenancy = await createTestTenancy(run.current);
  for (let index = 0; index < 9; index++)
    await record(tenancy, { kind: "browser" }, disabled(`lamp-${index % 3}`), disabled("desk"));
  const seen: string[] = [];
  for await (const events of walkEvents(tenancy.ctx, { target: "lamp" }, 4))
    seen.push(...events.map(({ id, targetId }) => `${id} ${targetId}`));
  expect(seen).toHaveLength(9);
  expect(seen).toEqual(seen.toSorted().toReversed());
});

test("a tenancy sees only its own events", async () => {
  const mine = await createTestTenancy(run.current);
  const theirs = await createTestTenancy(run.current);
  await record(theirs, { kind: "browser" }, disabled("lamp"));
  expect(await found(mine, { target: "lamp" })).toEqual([]);
  expect(await found(mine, { who: theirs.apiKeyId })).toEqual([]);
});

test("pages have no gaps or repetitions while events are added", async () => {
  const tenancy = await createTestTenancy(run.current);
  for (let index = 0; index < 7; index++)
    await record(tenancy, { kind: "browser" }, disabled(`p${index}`));
  const seen: string[] = [];
  for (let before: string | undefined, page = 0; page < 4; page++) {
    const { entries: events, next } = await findEvents(
      tenancy.ctx,
      { about: "passkey", before },
      3,
    );
    seen.push(...events.map(({ targetId }) => targetId));
    await record(tenancy, { kind: "browser" }, disabled("meanwhile"));
    if (next === null) break;
    before = next;
  }
  expect(seen.toSorted()).toEqual(["p0", "p1", "p2", "p3", "p4", "p5", "p6"]);
});

test("a search without an index reads a bounded number of events and continues from there", async () => {
  const tenancy = await createTestTenancy(run.current);
  await record(tenancy, { kind: "apiKey", id: tenancy.apiKeyId, scopes: [] }, disabled("needle"));
  run.current.clock.advance(1_000);
  const after = run.current.clock.now();
  const idStart = run.current.createId().slice(0, 10);
  await run.current.db.$executeRaw`
    INSERT INTO "AuditEvent" (
      "tenancyId", "id", "action", "actorKind", "targetKind", "targetId", "createdAt")
    SELECT ${tenancy.id}, ${idStart} || lpad(n::text, 16, '0'), 'passkey.disabled', 'browser',
      'passkey', 'hay', ${new Date(after)}
    FROM generate_series(1, ${limits.searchedRows}::int) n`;
  const first = await findEvents(tenancy.ctx, { who: tenancy.apiKeyId }, 50);
  expect(first).toMatchObject({ entries: [], stoppedAt: after });
  const second = await findEvents(
    tenancy.ctx,
    { who: tenancy.apiKeyId, before: first.next ?? undefined },
    50,
  );
  expect(second.entries.map(({ targetId }) => targetId)).toContain("needle");
  expect(second).toMatchObject({ next: null, stoppedAt: null });
});

/** One event of an operator, below more events of browsers than a search reads. */
async function hideOperatorEvent(tenancy: TestTenancy) {
  const operator = await createTestOperator(run.current, { tenancyId: tenancy.id });
  await record(
    tenancy,
    { kind: "operator", id: operator.sub },
    { ...disabled("needle"), reason: "stolen" },
  );
  run.current.clock.advance(1_000);
  const idStart = run.current.createId().slice(0, 10);
  await run.current.db.$executeRaw`
    INSERT INTO "AuditEvent" (
      "tenancyId", "id", "action", "actorKind", "targetKind", "targetId", "createdAt")
    SELECT ${tenancy.id}, ${idStart} || lpad(n::text, 16, '0'), 'passkey.disabled', 'browser',
      'passkey', 'hay', ${new Date(run.current.clock.now())}
    FROM generate_series(1, ${limits.searchedRows + 1}::int) n`;
  await run.current.db.$executeRaw`ANALYZE "AuditEvent"`;
}

test.each([
  ["in reasons", { reason: "tol" }, "AuditEvent_reason_idx"],
  ["by operators only", { actorKind: "operator" }, "AuditEvent_operators_idx"],
] as const)(
  "a search %s finds an event below all others by its index",
  async (_, filter, index) => {
    const tenancy = await createTestTenancy(run.current);
    await hideOperatorEvent(tenancy);
    const statements: Prisma.Sql[] = [];
    const ctx = {
      ...tenancy.ctx,
      db: interceptQueries(
        tenancy.ctx.db,
        (statement, send) => (statements.push(statement), send()),
      ),
    };
    const page = await findEvents(ctx, filter, 50);
    expect(page.entries.map(({ targetId }) => targetId)).toContain("needle");
    expect(page).toMatchObject({ next: null, stoppedAt: null });
    const count = page.entries.length;
    expect(await countEvents(tenancy.ctx, filter)).toEqual({ count, isExact: true });
    const [statement] = statements;
    const { rows } = await run.current.pool.query<{ "QUERY PLAN": string }>(
      `EXPLAIN ${statement?.text ?? ""}`,
      statement?.values,
    );
    expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain(index);
  },
);

test("a group of events always uses the index by action, whatever the planner estimates", async () => {
  const tenancy = await createTestTenancy(run.current);
  const statements: Prisma.Sql[] = [];
  const ctx = {
    ...tenancy.ctx,
    db: interceptQueries(tenancy.ctx.db, (statement, send) => (statements.push(statement), send())),
  };
  const day = { fromMs: 0, toMs: run.current.clock.now() };
  for (const more of [
    {},
    day,
    { before: run.current.createId() },
    { ...day, before: run.current.createId() },
  ])
    await findEvents(ctx, { about: "user", ...more }, 50);
  expect(statements).toHaveLength(4);
  const client = await run.current.pool.connect();
  try {
    await client.query("BEGIN");
    // Without this index the plan must sort. Otherwise PostgreSQL would walk an index by id through
    // the whole log for a rare action.
    await client.query('DROP INDEX "AuditEvent_tenancyId_action_id_idx"');
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ "QUERY PLAN": string }>(`EXPLAIN ${text}`, values);
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toMatch(
        /Sort Key: e\S*\.action DESC/,
      );
    }
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
});

test("says that a text names more users than the search covers", async () => {
  const tenancy = await createTestTenancy(run.current);
  const population = { tenancyId: tenancy.id, nowMs: run.current.clock.now() };
  await populate(run.current.db.query(z.never()), {
    ...population,
    rareEvery: 10,
    users: limits.resolvedParties,
    passkeys: 1,
  });
  const isPartial = async (target: string) =>
    (await findEvents(tenancy.ctx, { target }, 50)).isPartial;
  expect(await isPartial("person-")).toBe(true);
  expect(await isPartial("person-1@")).toBe(false);
});

test("a page and its total resolve the texts of their filter once", async () => {
  const tenancy = await createTestTenancy(run.current);
  const statements: Prisma.Sql[] = [];
  const ctx = {
    ...tenancy.ctx,
    db: interceptQueries(tenancy.ctx.db, (statement, send) => (statements.push(statement), send())),
  };
  await findAndCountEvents(ctx, { target: "person-" }, 50);
  const resolving = statements.filter(({ text }) => text.includes('SELECT DISTINCT "targetId"'));
  expect(resolving).toHaveLength(1);
});
