import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { limits } from "@/lib/limits";
import { findCostlyNodes } from "@/testing/find-costly-nodes";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { searchStatement, searchUsers } from "./search-users";
import type { UserFilter } from "./user-filter";

const run = provideService();
let full: TestTenancy;
let subs: string[];

beforeAll(async () => {
  full = await createTestTenancy(run.current);
  ({ subs } = await populate(run.current.db.query(z.never()), {
    tenancyId: full.id,
    nowMs: run.current.clock.now(),
    users: 20_000,
    passkeys: 6_000,
    rareEvery: 1_000,
  }));
});

const add = async (
  tenancy: TestTenancy,
  user: { email?: string; givenName?: string; familyName?: string; userId?: string },
) => {
  const now = new Date(run.current.clock.now());
  const email = user.email === undefined ? {} : { emailNormalized: user.email.toLowerCase() };
  const { sub } = await run.current.db.user.create({
    data: {
      tenancyId: tenancy.id,
      sub: run.current.createId(),
      selfService: true,
      createdAt: now,
      updatedAt: now,
      ...user,
      ...email,
    },
  });
  return sub;
};
const find = async (tenancy: TestTenancy, text: string) =>
  (await searchUsers(tenancy.ctx, { text, rows: 50 })).users.map(({ sub }) => sub);

test("finds a user by parts of the email and the names, by sub or by application id", async () => {
  const tenancy = await createTestTenancy(run.current);
  const ada = await add(tenancy, {
    email: "Ada.Lovelace@Example.com",
    givenName: "Ada",
    familyName: "Lovelace",
    userId: "cust_42%",
  });
  await add(tenancy, {
    email: "grace@example.com",
    givenName: "Grace",
    familyName: "Hopper",
    userId: "cust_43",
  });
  for (const text of [
    "ada.love",
    "ADA.LOVELACE@",
    "ada",
    " Ada ",
    "lovel",
    "Ada Love",
    "lovelace a",
    "ada.lovelace example",
    "ovelac",
    "a.lov",
    "velace@ex",
    "ADA .com",
    "cust_42",
    "cust_42%",
    ada,
    ada.toUpperCase(),
    ada.slice(0, 25),
  ])
    expect(await find(tenancy, text), text).toEqual([ada]);
  for (const text of [
    "%",
    "_",
    "ada_",
    "cust_5",
    "ust_42",
    "a%",
    "aqlov",
    "da",
    "%da",
    "ada_lov",
    "\\",
    "dovelace",
    "Ada Hopper",
    "\0",
    "\ud800x",
    "'; DROP TABLE",
    "x".repeat(5_000),
  ])
    expect(await find(tenancy, text), text).toEqual([]);
});

test.each(["person-17@", "17@ex", "y12345", "given7 family1007", "zzz", "7@e"])(
  "finds exactly the users that contain %s, beyond the newest",
  async (text) => {
    const words = text.toLowerCase().split(" ");
    const wanted = subs.filter((_, number) => {
      const all = `person-${number}@example.com given${number % 1_000} family${number}`;
      return words.every((word) => all.includes(word));
    });
    const page = await searchUsers(full.ctx, { text, rows: 50 });
    expect(page.users.map(({ sub }) => wanted.includes(sub))).not.toContain(false);
    expect(page.users.length).toBe(Math.min(50, wanted.length));
    expect([page.hasMore, page.isPartial]).toEqual([wanted.length > 50, false]);
  },
);

test("shows the newest matches first if more match than the page has", async () => {
  // 1.1 % of the users, too few among the newest to fill a page.
  const { users, hasMore } = await searchUsers(full.ctx, { text: "iven17", rows: 50 });
  const matches = subs.filter((_, number) => `${number % 1_000}`.startsWith("17"));
  expect(users.map(({ sub }) => sub)).toEqual(matches.toReversed().slice(0, 50));
  expect(hasMore).toBe(true);
});

test("leaves out no match when a pattern leaves out frequent letters", async () => {
  const { users } = await searchUsers(full.ctx, { text: "person-1234@example.com", rows: 50 });
  expect(users.map(({ sub }) => sub)).toEqual([subs[1_234]]);
  expect(await find(full, "son-1234@exam")).toEqual([subs[1_234]]);
  expect(await find(full, "amily1234 iven234")).toEqual([subs[1_234]]);
});

test("finds letters of every alphabet, at the start and among the newest users", async () => {
  const tenancy = await createTestTenancy(run.current);
  const zoe = await add(tenancy, {
    email: "zoë@bücher.example",
    givenName: "Zoë",
    familyName: "李小龙",
  });
  for (const text of ["zoë", "oë@", "bücher", "ücher", "李小龙", "小龙 zoë", "zoe", "bucher"])
    expect(await find(tenancy, text), text).toEqual([zoe]);
});

test.each([
  ["Ayşe", "Yılmaz", ["yilmaz", "YILMAZ ayse", "ılmaz", "Yılmaz", "İLMAZ"]],
  ["Łukasz", "Jørgensen", ["lukasz", "jorgensen", "øRgen", "ŁUKASZ J"]],
  ["Heinz", "Groß-Strauß", ["gross", "strauss heinz", "Strauß", "STRAUẞ"]],
  ["Þór", "Æsir", ["thor", "aesir þÓR", "ÆSI"]],
  ["Thúy", "Nguyễn", ["nguyen", "thuy nguyen", "Nguyễn"]],
])(
  "finds %s %s by base letters and by its own, with the index and without",
  async (given, family, texts) => {
    const tenancy = await createTestTenancy(run.current);
    const sub = await add(tenancy, { givenName: given, familyName: family });
    // So many newer users that only the index finds this one.
    await populate(run.current.db.query(z.never()), {
      tenancyId: tenancy.id,
      nowMs: run.current.clock.now() + 1_000,
      users: limits.searchLatestUsers + limits.searchOlderUsers,
      passkeys: 1,
      rareEvery: 1_000,
    });
    for (const text of texts) expect(await find(tenancy, text), text).toEqual([sub]);
    const few = await createTestTenancy(run.current);
    const alone = await add(few, { givenName: given, familyName: family });
    for (const text of texts) expect(await find(few, text), text).toEqual([alone]);
  },
);

test("without the index, finds prefixes and the newest users, and reports it", async () => {
  const undo = new Error("undo");
  const work = run.current.db.$transaction(async (tx) => {
    await tx.query(z.never())`DROP INDEX "User_folded_search_idx"`;
    const ctx = { ...full.ctx, db: Object.assign({}, run.current.db, { query: tx.query }) };
    const search = async (text: string) => {
      const { users, isPartial } = await searchUsers(ctx, { text, rows: 50 });
      return [users.map(({ sub }) => sub), isPartial];
    };
    expect(await search("person-17@")).toEqual([[subs[17]], true]);
    expect(await search("son-17@")).toEqual([[], true]);
    expect(await search("son-19999@")).toEqual([[subs[19_999]], true]);
    throw undo;
  });
  await expect(work).rejects.toBe(undo);
});

test("never finds users of another tenancy", async () => {
  const here = await createTestTenancy(run.current);
  const there = await createTestTenancy(run.current);
  const ada = await add(there, {
    email: "ada@example.com",
    givenName: "Ada",
    familyName: "Lovelace",
    userId: "ada",
  });
  for (const text of ["ada", "ada lovelace", ada, ""]) expect(await find(here, text)).toEqual([]);
});

test("ranks an exact id before matching names", async () => {
  const tenancy = await createTestTenancy(run.current);
  const sub = await add(tenancy, { userId: "person" });
  await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 200,
    passkeys: 1,
    rareEvery: 1_000,
  });
  const found = await find(tenancy, "person");
  expect([found[0], found.length]).toEqual([sub, 50]);
});

test("filters the matches, and reports when it checked only some", async () => {
  const tenancy = await createTestTenancy(run.current);
  const on = await add(tenancy, { email: "ada@example.com" });
  const off = await add(tenancy, { email: "ada@example.net" });
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id, sub: off },
    data: { disabledAt: new Date(run.current.clock.now()) },
  });
  const search = (filter: UserFilter) =>
    searchUsers(tenancy.ctx, { text: "ada@", filter, rows: 50 });
  expect(await search({ state: "disabled" })).toMatchObject({
    users: [{ sub: off }],
    isPartial: false,
  });
  expect((await search({ state: "active" })).users.map(({ sub }) => sub)).toEqual([on]);
  expect(await search({ email: "verified" })).toMatchObject({ users: [], isPartial: false });
  expect(
    await searchUsers(full.ctx, { text: "person", filter: { email: "verified" }, rows: 50 }),
  ).toEqual({ users: [], hasMore: false, isPartial: true });
});

test("reports that there are more matches than fit", async () => {
  const page = await searchUsers(full.ctx, { text: "person-1", rows: 50 });
  expect([page.users.length, page.hasMore]).toEqual([50, true]);
});

interface PlanNode {
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: PlanNode[];
}

const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const toLiteral = (value: unknown): string =>
  Array.isArray(value)
    ? `ARRAY[${value.map(toLiteral).join(", ")}]`
    : typeof value === "string"
      ? pg.escapeLiteral(value)
      : String(value);

test.each([
  ...["person", "xample.c", "son-17@", "7@e", "nobody", "zzz@example", "ple example"].map(
    (text) => [text, limits.searchLatestUsers] as const,
  ),
  // So many of the newest users match that older ones are read instead of the index.
  ["ven17", limits.searchOlderUsers] as const,
])("reads a bounded number of users for %s, custom and generic plan alike", async (text, most) => {
  const { text: sql, values } = searchStatement(full.id, { text, rows: 51 });
  const client = await run.current.pool.connect();
  try {
    // Without statistics, or with those of an emptier table, the planner guesses.
    await client.query('ANALYZE "User"');
    // The table is small: sorting all of it may seem cheaper than the newest ones by an index.
    await client.query("SET enable_seqscan = off");
    await client.query("SET enable_sort = off");
    await client.query(`PREPARE search AS ${sql}`);
    for (const mode of ["force_custom_plan", "force_generic_plan"]) {
      await client.query(`SET plan_cache_mode = ${mode}`);
      const { rows } = await client.query<{ "QUERY PLAN": { Plan: PlanNode }[] }>(
        `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE search(${values.map(toLiteral).join(", ")})`,
      );
      const plan = rows[0]?.["QUERY PLAN"][0]?.Plan;
      const read =
        plan === undefined
          ? []
          : nodesOf(plan).map(
              (node) =>
                (node["Actual Rows"] +
                  (node["Rows Removed by Filter"] ?? 0) +
                  (node["Rows Removed by Index Recheck"] ?? 0)) *
                node["Actual Loops"],
            );
      expect(Math.max(...read)).toBeGreaterThan(0);
      expect(Math.max(...read)).toBeLessThanOrEqual(most);
    }
  } finally {
    client.release(true);
  }
});

test.each([
  "person-17@",
  "person",
  "given7",
  "Given7 Family1",
  "nobody",
  "xample.c",
  "son-17@",
  "amily12345",
  "ada lovelace",
  "01hzzzzzzzzzzzzzzzzzzzzzzz",
])("searches without scanning or sorting the table: %s", async (text) => {
  expect(
    await findCostlyNodes(run.current.pool, searchStatement(full.id, { text, rows: 51 })),
  ).toEqual([]);
});

test("finds a user without an email by a passkey’s username, and no one else by it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { ctx, id: tenancyId } = tenancy;
  await populate(run.current.db.query(z.never()), {
    tenancyId,
    nowMs: run.current.clock.now(),
    users: 2,
    passkeys: 2,
    rareEvery: 1_000,
  });
  const passkeys = await ctx.db.passkey.findMany({ where: { tenancyId }, orderBy: { id: "asc" } });
  const [unnamed = "", known = ""] = passkeys.map(({ sub }) => sub);
  await ctx.db.passkey.updateMany({ where: { tenancyId }, data: { username: "Sailor_7%" } });
  await ctx.db.user.update({
    where: { tenancyId_sub: { tenancyId, sub: unnamed } },
    data: { email: "", emailNormalized: null, emailOwned: false },
  });
  for (const text of ["sailor", "SAILOR_7%", " sai"])
    expect((await searchUsers(ctx, { text, rows: 5 })).users, text).toMatchObject([
      { sub: unnamed, username: "Sailor_7%" },
    ]);
  for (const text of ["ailor", "sailor%", "_ailor"])
    expect(await find(tenancy, text), text).toEqual([]);
  const { users } = await searchUsers(ctx, { text: known, rows: 5 });
  expect(users).toMatchObject([{ sub: known, username: null }]);
  const other = await createTestTenancy(run.current);
  expect(await find(other, "sailor")).toEqual([]);
});
