import { beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { matchesStatement } from "@/lib/domain/base/bounded-scan";
import { noteEvent } from "@/lib/domain/record/timeline/note-event";
import { eraseUser } from "@/lib/domain/user/erase-user";
import { lifetimes, limits } from "@/lib/limits";
import { findCostlyNodes } from "@/testing/find-costly-nodes";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { hasUsersWithoutEmail, listUsers, shownUsers } from "./list-users";
import { type UserFilter, type UserOrder, userOrders } from "./user-filter";
import { scansOf } from "./user-scan";

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

async function readAll(
  tenancy: TestTenancy,
  order: UserOrder | undefined,
  rows: number,
  filter: UserFilter = {},
) {
  const users = [];
  for (let after: string | undefined, isFirst = true; isFirst || after !== undefined;) {
    const page = await listUsers(tenancy.ctx, { order, filter, after, rows });
    users.push(...page.entries);
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

test("counts the disabled passkeys of each user", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { subs: all } = await fill(tenancy.id, 2);
  await run.current.db.passkey.updateMany({
    where: { tenancyId: tenancy.id, sub: all[0] ?? "" },
    data: { disabledAt: new Date(run.current.clock.now()) },
  });
  const { entries: users } = await listUsers(tenancy.ctx, { order: "oldest", rows: 2 });
  expect(users.map(({ passkeys, disabledPasskeys }) => [passkeys, disabledPasskeys])).toEqual([
    [1, 1],
    [1, 0],
  ]);
});

test("reported prompts don't hide the last sign-in", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { subs: all } = await fill(tenancy.id, 1);
  const [sub = ""] = all;
  const at = new Date(run.current.clock.now() + lifetimes.dayMs);
  const events = Array.from({ length: 2 * limits.lastSignInEvents }, (_, index) => ({
    kind: index === 0 ? "sign-in.by-code" : "sign-in.reported",
    createdAt: at,
  }));
  await run.current.db.timelineEvent.createMany({
    data: events.map((event, index) => ({
      ...event,
      tenancyId: tenancy.id,
      sub,
      id: String(index).padStart(26, "0"),
    })),
  });
  const { entries } = await listUsers(tenancy.ctx, { order: "oldest", rows: 1 });
  expect(entries[0]?.lastSignInAt).toBe(at.getTime());
});

test("pages through users who claim the same email", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { subs: all } = await fill(tenancy.id, 9);
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id, sub: { in: all.slice(2, 8) } },
    data: { email: "ada@example.com", emailNormalized: "ada@example.com", emailOwned: false },
  });
  await run.current.db.user.updateMany({
    where: { tenancyId: tenancy.id, sub: all[8] ?? "" },
    data: { email: "", emailNormalized: null, emailOwned: false },
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

test.each(["newest", "oldest"] as const)(
  "continues after a user who was erased meanwhile: %s",
  async (order) => {
    const tenancy = await createTestTenancy(run.current);
    const { subs: oldestFirst } = await fill(tenancy.id, 4);
    const all = order === "oldest" ? oldestFirst : oldestFirst.toReversed();
    const first = await listUsers(tenancy.ctx, { order, rows: 2 });
    expect(first.next).toBe(all[1]);
    await eraseUser(tenancy.ctx, all[1] ?? "");
    const second = await listUsers(tenancy.ctx, { order, after: first.next ?? "", rows: 2 });
    expect(second.entries.map(({ sub }) => sub)).toEqual(all.slice(2));
    expect(second.next).toBeNull();
  },
);

test("by email, starts over after an unknown user", async () => {
  const { entries: users } = await listUsers(full.ctx, {
    order: "email",
    after: "\0gone",
    rows: 1,
  });
  expect(users[0]?.email).toBe(emailOf(0));
});

test("lists no users of another tenancy, and takes any position", async () => {
  const tenancy = await createTestTenancy(run.current);
  expect(await listUsers(tenancy.ctx, { after: subs[5], rows: 5 })).toEqual({
    entries: [],
    next: null,
    stoppedAt: null,
  });
  const { entries: users } = await listUsers(full.ctx, { after: "\0gone", rows: 1 });
  expect(users[0]?.sub).toBe(subs.at(-1));
});

test.each(
  userOrders.flatMap((order) => [[order, "first page"] as const, [order, "later page"] as const]),
)("reads no more than its page: %s, %s", async (order, position) => {
  const number = 3_000;
  const after =
    position === "first page" ? null : { id: subs[number] ?? "", emailNormalized: emailOf(number) };
  for (const filter of [{}, { state: "disabled" }, { passkeys: "disabled" }] as const) {
    for (const scan of scansOf(full.id, { order, after, filter })) {
      const statement = matchesStatement(scan, shownUsers, 51);
      expect(await findCostlyNodes(run.current.pool, statement)).toEqual([]);
    }
  }
});

describe("filters", () => {
  test.each<[UserFilter, (number: number) => boolean]>([
    [{ state: "disabled" }, (number) => number % 1_000 === 1],
    [{ state: "active" }, (number) => number % 1_000 !== 1],
    [{ email: "unverified" }, () => true],
    [{ email: "verified" }, () => false],
    [{ email: "none" }, () => false],
    [{ passkeys: "none" }, () => false],
    [{ passkeys: "disabled" }, (number) => number % 1_000 === 2],
    [{ passkeys: "some", state: "disabled" }, (number) => number % 1_000 === 1],
  ])("%o: lists every match once, in each order", async (filter, isMatch) => {
    const matches = subs.filter((_, number) => isMatch(number));
    const newest = await readAll(full, "newest", 997, filter);
    expect(newest.map(({ sub }) => sub)).toEqual(matches.toReversed());
    const oldest = await readAll(full, "oldest", 2_000, filter);
    expect(oldest.map(({ sub }) => sub)).toEqual(matches);
    const byName = await readAll(full, "email", 2_000, filter);
    expect(byName.map(({ sub }) => sub).sort()).toEqual(matches);
  });

  test("a filter without an index reads a bounded number of users and continues there", async () => {
    const page = await listUsers(full.ctx, { filter: { email: "none" }, rows: 50 });
    expect(page).toEqual({
      entries: [],
      next: subs.at(-limits.consoleScanRows),
      stoppedAt: expect.any(Number),
    });
    const disabled = await listUsers(full.ctx, { filter: { state: "disabled" }, rows: 50 });
    expect(disabled).toMatchObject({ next: null, stoppedAt: null });
  });
});

describe("by last sign-in", () => {
  const signIn = async (tenancy: TestTenancy, ...signedIn: (string | undefined)[]) => {
    for (const sub of signedIn) {
      run.current.clock.advance(1_000);
      noteEvent(tenancy.ctx, "sign-in.succeeded", { sub });
      noteEvent(tenancy.ctx, "sign-in.refused", { sub, reason: "PasskeyDisabled" });
      await run.current.timeline.flush();
    }
  };

  test("lists each user once, in pages, and last those without a sign-in", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [ada, bob, eve, idle] = (await fill(tenancy.id, 4)).subs;
    await signIn(tenancy, ada, bob, ada, eve, ada, bob, bob);
    noteEvent(tenancy.ctx, "sign-in.refused", { sub: idle, reason: "PasskeyDisabled" });
    await run.current.timeline.flush();
    for (const rows of [1, 2, 50])
      expect((await readAll(tenancy, "last-sign-in", rows)).map(({ sub }) => sub)).toEqual([
        bob,
        ada,
        eve,
        idle,
      ]);
    // The population's second user is disabled.
    const active = await readAll(tenancy, "last-sign-in", 1, { state: "active" });
    expect(active.map(({ sub }) => sub)).toEqual([ada, eve, idle]);
  });

  test("continues after a user without a sign-in who was erased meanwhile", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [first, second, third, signedIn] = (await fill(tenancy.id, 4)).subs;
    await signIn(tenancy, signedIn);
    const page = await listUsers(tenancy.ctx, { order: "last-sign-in", rows: 2 });
    expect(page.entries.map(({ sub }) => sub)).toEqual([signedIn, third]);
    await eraseUser(tenancy.ctx, third ?? "");
    const after = page.next ?? "";
    const rest = await listUsers(tenancy.ctx, { order: "last-sign-in", after, rows: 2 });
    expect(rest).toMatchObject({ entries: [{ sub: second }, { sub: first }], next: null });
  });

  test("lists no sign-ins of another tenancy", async () => {
    const tenancy = await createTestTenancy(run.current);
    const other = await createTestTenancy(run.current);
    const [sub] = (await fill(other.id, 1)).subs;
    await signIn(other, sub);
    expect(await readAll(tenancy, "last-sign-in", 50)).toEqual([]);
  });
});

describe("last sign-in", () => {
  const lastSignInOf = async (tenancy: TestTenancy) => {
    await run.current.timeline.flush();
    const { entries: users } = await listUsers(tenancy.ctx, { rows: 5 });
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
