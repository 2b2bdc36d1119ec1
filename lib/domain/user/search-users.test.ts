import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { findCostlyNodes } from "@/lib/testing/costly-nodes";
import { populate } from "@/lib/testing/population";
import { createTestTenancy, type TestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { searchStatement, searchUsers } from "./search-users";

const run = provideService();
let full: TestTenancy;

beforeAll(async () => {
  full = await createTestTenancy(run.current);
  await populate(run.current.db.query(z.never()), {
    tenancyId: full.id,
    nowMs: run.current.clock.now(),
    users: 20_000,
    passkeys: 6_000,
    rareEvery: 1_000,
  });
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

test("finds a user by email prefix, name prefix, both names, sub or application id", async () => {
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
    "cust_42%",
    ada,
    ada.toUpperCase(),
  ])
    expect(await find(tenancy, text), text).toEqual([ada]);
  for (const text of [
    "%",
    "_",
    "ada_",
    "cust_4",
    "a%",
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

test("never finds users of another tenancy", async () => {
  const [here, there] = [
    await createTestTenancy(run.current),
    await createTestTenancy(run.current),
  ];
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

test("reports that there are more matches than fit", async () => {
  const page = await searchUsers(full.ctx, { text: "person-1", rows: 50 });
  expect([page.users.length, page.hasMore]).toEqual([50, true]);
});

test.each([
  "person-17@",
  "person",
  "given7",
  "Given7 Family1",
  "nobody",
  "01hzzzzzzzzzzzzzzzzzzzzzzz",
])("searches without scanning or sorting the table: %s", async (text) => {
  expect(await findCostlyNodes(run.current.pool, searchStatement(full.id, text, 51))).toEqual([]);
});
