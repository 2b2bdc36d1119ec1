import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { findCostlyNodes } from "@/lib/testing/costly-nodes";
import { populate } from "@/lib/testing/population";
import { createTestTenancy, type TestTenancy } from "@/lib/testing/test-tenancy";
import { noteEvent } from "@/lib/domain/timeline/note-event";
import { provideService } from "@/tests/support/provide-service";
import {
  hasUsersWithoutEmail,
  listUsers,
  pageStatement,
  userOrders,
  type UserOrder,
} from "./list-users";

const run = provideService();
let full: TestTenancy;
let subs: string[];

const fill = (tenancyId: string, users: number) =>
  populate(run.current.db.query(z.never()), {
    tenancyId,
    nowMs: run.current.clock.now(),
    users,
    passkeys: users,
    rareEvery: 1_000,
  });

beforeAll(async () => {
  full = await createTestTenancy(run.current);
  ({ subs } = await fill(full.id, 6_000));
});

async function readAll(tenancy: TestTenancy, order: UserOrder | undefined, rows: number) {
  const users = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined;) {
    const page = await listUsers(tenancy.ctx, { order, after, rows });
    users.push(...page.users);
    after = page.next ?? undefined;
    isFirst = false;
  }
  return users;
}

const emailOf = (number: number) => `person-${number}@example.com`;
const byEmail = () =>
  subs
    .map((sub, number) => ({ sub, email: emailOf(number) }))
    .sort((a, b) => (a.email < b.email ? -1 : 1));

test.each([
  [undefined, () => subs.toReversed()],
  ["newest", () => subs.toReversed()],
  ["oldest", () => subs],
  ["email", () => byEmail().map(({ sub }) => sub)],
  [
    "email-descending",
    () =>
      byEmail()
        .map(({ sub }) => sub)
        .toReversed(),
  ],
] as const)("lists every user once, in pages: %s", async (order, expected) => {
  expect((await readAll(full, order, 997)).map(({ sub }) => sub)).toEqual(expected());
});

test("pages through users who claim the same email", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { subs: all } = await fill(tenancy.id, 9);
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id, sub: { in: all.slice(2, 8) } },
    data: { email: "ada@example.com", emailNormalized: "ada@example.com", emailVouched: false },
  });
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id, sub: all[8] ?? "" },
    data: { email: "", emailNormalized: null, emailVouched: false },
  });
  expect(await hasUsersWithoutEmail(tenancy.ctx)).toBe(true);
  expect(await hasUsersWithoutEmail(full.ctx)).toBe(false);
  const [first, second] = all;
  const claimed = all.slice(2, 8);
  expect((await readAll(tenancy, "email", 2)).map(({ sub }) => sub)).toEqual([
    ...claimed,
    first,
    second,
  ]);
  expect((await readAll(tenancy, "email-descending", 2)).map(({ sub }) => sub)).toEqual([
    second,
    first,
    ...claimed.toReversed(),
  ]);
});

test("starts over after an unknown position, and lists no users of another tenancy", async () => {
  const tenancy = await createTestTenancy(run.current);
  expect(await listUsers(tenancy.ctx, { after: subs[5], rows: 5 })).toEqual({
    users: [],
    next: null,
  });
  const { users } = await listUsers(full.ctx, { after: "\0gone", rows: 1 });
  expect(users[0]?.sub).toBe(subs.at(-1));
});

test.each(
  userOrders.flatMap((order) => [[order, "first page"] as const, [order, "later page"] as const]),
)("reads no more than its page: %s, %s", async (order, position) => {
  const number = 3_000;
  const after =
    position === "first page"
      ? null
      : { sub: subs[number] ?? "", emailNormalized: emailOf(number) };
  const statement = pageStatement(full.id, { order, after, rows: 51 });
  expect(await findCostlyNodes(run.current.pool, statement)).toEqual([]);
});

describe("last sign-in", () => {
  const lastSignInOf = async (tenancy: TestTenancy) => {
    await run.current.timeline.flush();
    const { users } = await listUsers(tenancy.ctx, { rows: 5 });
    return users.map(({ lastSignInAt }) => lastSignInAt);
  };

  test("is unknown for a user who never signed in", async () => {
    const tenancy = await createTestTenancy(run.current);
    const {
      subs: [sub = ""],
    } = await fill(tenancy.id, 1);
    await run.current.db.passkey.updateMany({
      where: { tenancyId: tenancy.id },
      data: { lastUsedAt: null },
    });
    noteEvent(tenancy.ctx, "sign-in.refused", { sub, reason: "PasskeyDisabled" });
    expect(await lastSignInOf(tenancy)).toEqual([null]);
  });

  test("is the later of the last passkey use and the last sign-in by code", async () => {
    const tenancy = await createTestTenancy(run.current);
    const {
      subs: [sub = ""],
    } = await fill(tenancy.id, 1);
    const now = run.current.clock.now();
    const useAt = (lastUsedAt: number) =>
      run.current.db.passkey.updateMany({
        where: { tenancyId: tenancy.id },
        data: { lastUsedAt: new Date(lastUsedAt) },
      });
    await useAt(now - 60_000);
    expect(await lastSignInOf(tenancy)).toEqual([now - 60_000]);
    noteEvent(tenancy.ctx, "sign-in.by-code", { sub });
    const [byCode] = await lastSignInOf(tenancy);
    expect(byCode).toBeGreaterThanOrEqual(now);
    await useAt(now + 3_600_000);
    expect(await lastSignInOf(tenancy)).toEqual([now + 3_600_000]);
  });
});
