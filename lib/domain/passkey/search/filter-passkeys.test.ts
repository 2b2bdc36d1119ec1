import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { matchesStatement } from "@/lib/domain/base/bounded-scan";
import { unknownAaguid } from "@/lib/domain/passkey/name-provider";
import { lifetimes, limits } from "@/lib/limits";
import { findCostlyNodes } from "@/testing/find-costly-nodes";
import { populate, rare } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { aaguidsOfSameProvider } from "./count-providers";
import { countPasskeys, filterPasskeys, shownPasskeys, walkPasskeys } from "./filter-passkeys";
import { PasskeyFilter } from "./passkey-filter";
import { type PasskeyConditions, passkeyOrders, scansOf } from "./passkey-scan";

const run = provideService();
const count = 12_000;
let full: TestTenancy;
let ids: string[];
let subs: string[];

beforeAll(async () => {
  full = await createTestTenancy(run.current);
  const made = await populate(run.current.db.query(z.never()), {
    tenancyId: full.id,
    nowMs: run.current.clock.now(),
    users: 6_000,
    passkeys: count,
    rareEvery: 4_000,
  });
  [ids, subs] = [made.passkeyIds, made.subs];
});

const filter = (query: Record<string, string>) => PasskeyFilter.parse(query);

async function walk(query: Record<string, string>, rows = 100): Promise<string[]> {
  const seen: string[] = [];
  for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages++) {
    const page = await filterPasskeys(full.ctx, { filter: filter(query), after, rows });
    expect(page.entries.length).toBeLessThanOrEqual(rows);
    seen.push(...page.entries.map(({ passkey }) => passkey.id));
    after = page.next ?? undefined;
  }
  return seen;
}

const newestFirst = (wanted: (number: number) => boolean) =>
  ids.filter((_, number) => wanted(number)).reverse();
const other = "fbfc3007-154e-4ecc-8c0b-6e020557d7bd";
const isRare = (number: number) => number % 4_000 === 2;

test.each<[Record<string, string>, (number: number) => boolean]>([
  [{}, () => true],
  [{ provider: rare.aaguid }, isRare],
  [{ rpId: " Rare.Example " }, isRare],
  [{ state: "disabled" }, isRare],
  [{ state: "enabled" }, (number) => !isRare(number)],
  [{ synced: "no" }, isRare],
  [{ synced: "no", provider: rare.aaguid, state: "disabled", rpId: rare.rpId }, isRare],
  [{ use: "never" }, (number) => number % 4_000 === 3],
  [{ state: "enabled", synced: "no" }, () => false],
  [{ user: "user-17" }, (number) => number % 6_000 === 17],
  [{ user: "user-2", synced: "no" }, isRare],
  [{ user: "nobody" }, () => false],
  [{ state: "neither", provider: "nonsense", usedBefore: "soon" }, () => true],
])(
  "%j returns exactly the matching passkeys, newest first, across pages",
  async (query, wanted) => {
    const expected = newestFirst(
      (number) => wanted(number) && (query["user"] !== "user-2" || number % 6_000 === 2),
    );
    expect(await walk(query, 500)).toEqual(expected);
  },
);

test("finds passkeys by the day of their last use", async () => {
  const day = (days: number) =>
    new Date(run.current.clock.now() + days * lifetimes.dayMs).toISOString().slice(0, 10);
  expect(await walk({ usedBefore: day(0) }, 500)).toEqual(newestFirst(isRare));
  expect(await walk({ usedBefore: day(-366) }, 500)).toEqual([]);
});

test("scans a bounded number of passkeys without an index, and returns how far back it scanned", async () => {
  const page = await filterPasskeys(full.ctx, { filter: filter({ use: "never" }), rows: 50 });
  const horizon = ids[count - limits.consoleScanRows];
  expect(page.next).toBe(horizon);
  expect(page.stoppedAt).not.toBeNull();
  expect(page.entries.map(({ passkey }) => passkey.id)).toEqual(
    newestFirst((number) => number % 4_000 === 3 && number >= count - limits.consoleScanRows),
  );
});

test.each<[Record<string, string>, number, isExact?: boolean]>([
  [{}, 10_001],
  [{ state: "enabled" }, 10_001],
  [{ state: "disabled" }, 3],
  [{ provider: rare.aaguid }, 3],
  [{ user: "user-17" }, 2],
  [{ user: "nobody" }, 0],
  [{ q: "person-59@" }, 2],
  [{ state: "enabled", synced: "no" }, 0],
  // One of four thousand, among the newest ten thousand of twelve.
  [{ use: "never" }, 2, false],
])("counts what %j matches: %j", async (query, expected, isExact = true) => {
  expect(await countPasskeys(full.ctx, filter(query))).toEqual({ count: expected, isExact });
});

test("finds a passkey by its id and by its credential id", async () => {
  const [id = ""] = ids;
  const { credentialId } = await run.current.db.passkey.findFirstOrThrow({
    where: { tenancyId: full.id, id },
  });
  expect(await walk({ q: id })).toEqual([id]);
  expect(await walk({ q: id.toUpperCase() })).toEqual([id]);
  expect(await walk({ q: credentialId })).toEqual([id]);
  expect(await walk({ q: id, state: "disabled" })).toEqual([]);
});

test("finds each username with a prefix once across pages, in any case", async () => {
  const wanted = newestFirst((number) => `${number % 6_000}`.startsWith("59"));
  const found = await walk({ q: "PERSON-59" }, 7);
  expect(found.toSorted()).toEqual(wanted.toSorted());
  expect(new Set(found).size).toBe(found.length);
  expect(await walk({ q: "person-%" })).toEqual([]);
  expect(await walk({ q: "person_5" })).toEqual([]);
  expect(await walk({ q: "person-2@", synced: "no" })).toEqual(
    newestFirst((number) => isRare(number) && number % 6_000 === 2),
  );
  expect(await walk({ q: "person-17@", user: "user-17" })).toEqual(
    newestFirst((number) => number % 6_000 === 17),
  );
});

test("finds passkeys by any part of their user's email or name, each once across pages", async () => {
  // Email: person-5901@example.com, name: Given901 Family5901.
  const ofUsers = (isUser: (user: number) => boolean) =>
    newestFirst((number) => isUser(number % 6_000));
  expect(await walk({ q: "mily590" }, 3)).toEqual(ofUsers((user) => `${user}`.startsWith("590")));
  expect(await walk({ q: "SON-5901@EX" })).toEqual(ofUsers((user) => user === 5_901));
  expect(await walk({ q: "family5901 given901" })).toEqual(ofUsers((user) => user === 5_901));
  expect(await walk({ q: "mily5901", state: "disabled" })).toEqual([]);
  expect(await walk({ q: "mily5901", user: "user-5901" })).toEqual(
    ofUsers((user) => user === 5_901),
  );
  expect(await countPasskeys(full.ctx, filter({ q: "mily5901" }))).toMatchObject({ count: 2 });
  // Some of the usernames start with the text, and other users have it in their names.
  const [first = "", second = ""] = ofUsers((user) => user === 5_902);
  const rename = (username: string) =>
    run.current.db.passkey.updateMany({
      where: { tenancyId: full.id, id: first },
      data: { username },
    });
  await rename("family5903 at work");
  const both = await walk({ q: "family590" }, 2);
  expect(both[0]).toBe(first);
  expect(both.slice(1)).toEqual(
    ofUsers((user) => `${user}`.startsWith("590")).filter((id) => id !== first),
  );
  expect(both).toContain(second);
  await rename("person-5902@example.com");
});

test("finds a provider's passkeys by any of its AAGUIDs, and those of no known provider", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { passkeyIds } = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 1,
    passkeys: 6,
    rareEvery: 4_000,
  });
  const [nfc = "", laterNfc = ""] = aaguidsOfSameProvider("2fc0579f-8113-47ea-b116-bb5a8db9202a");
  const stranger = "d0f1c0de-0000-4000-8000-0123456789ab";
  const aaguids = [nfc, laterNfc, nfc, stranger, unknownAaguid, rare.aaguid];
  for (const [number, aaguid] of aaguids.entries())
    await run.current.db.passkey.updateMany({
      where: { tenancyId: tenancy.id, id: passkeyIds[number] ?? "" },
      data: { aaguid },
    });
  const idsOf = (...numbers: number[]) => numbers.map((number) => passkeyIds[number]);
  for (const [provider, wanted] of [
    [nfc, idsOf(2, 1, 0)],
    [laterNfc, idsOf(2, 1, 0)],
    [stranger, idsOf(3)],
    [unknownAaguid, idsOf(4, 3)],
  ] as const) {
    const page = await filterPasskeys(tenancy.ctx, { filter: filter({ provider }), rows: 2 });
    const { next } = page;
    const rest =
      next === null
        ? []
        : (
            await filterPasskeys(tenancy.ctx, {
              filter: filter({ provider }),
              after: next,
              rows: 2,
            })
          ).entries;
    expect([...page.entries, ...rest].map(({ passkey }) => passkey.id)).toEqual(wanted);
    const counted = await countPasskeys(tenancy.ctx, filter({ provider }));
    expect(counted).toMatchObject({ count: wanted.length });
  }
});

test("reports that more users match than the search covers", async () => {
  const page = await filterPasskeys(full.ctx, { filter: filter({ q: "mily" }), rows: 50 });
  expect(page).toMatchObject({ isPartial: true });
  expect(await countPasskeys(full.ctx, filter({ q: "mily" }))).toBeNull();
});

test("pages through passkeys with the same name", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { passkeyIds } = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 1,
    passkeys: 25,
    rareEvery: 4_000,
  });
  const seen: string[] = [];
  for (let after: string | undefined, pages = 0; pages === 0 || after !== undefined; pages++) {
    const page = await filterPasskeys(tenancy.ctx, {
      filter: filter({ q: "person-0" }),
      after,
      rows: 10,
    });
    seen.push(...page.entries.map(({ passkey }) => passkey.id));
    after = page.next ?? undefined;
  }
  expect(seen).toEqual(passkeyIds);
});

test("returns every passkey once, and none of another tenancy", async () => {
  const other = await createTestTenancy(run.current);
  const collect = async (tenancy: TestTenancy, query: Record<string, string>) => {
    const seen: string[] = [];
    for await (const records of walkPasskeys(tenancy.ctx, filter(query)))
      seen.push(...records.map(({ passkey }) => passkey.id));
    return seen;
  };
  expect(await collect(full, {})).toEqual(newestFirst(() => true));
  expect(await collect(full, { use: "never" })).toEqual(
    newestFirst((number) => number % 4_000 === 3),
  );
  for (const query of [
    {},
    { q: ids[0] ?? "" },
    { q: "person" },
    { user: "user-1" },
    { user: subs[0] ?? "" },
  ] as Record<string, string>[])
    expect(await collect(other, query)).toEqual([]);
});

test.each<[string, PasskeyConditions]>([
  ["all", {}],
  ["of a user", { sub: "x", synced: true }],
  ["of a provider", { aaguids: [rare.aaguid] }],
  ["of two providers", { aaguids: [rare.aaguid, other] }],
  ["of no known provider", { otherAaguids: [rare.aaguid] }],
  ["of a relying party", { rpId: rare.rpId }],
  ["enabled", { enabled: true }],
  ["disabled", { enabled: false }],
  ["disabled of a provider", { enabled: false, aaguids: [rare.aaguid, other] }],
  ["synced", { synced: true }],
  ["never used", { neverUsed: true }],
  ["used before", { usedBefore: new Date("2026-01-01") }],
  ["by name", { prefix: "person-1" }],
  ["by name and by user", { prefix: "person-1", ids: ["x", "y"] }],
  ["by name, and never used", { prefix: "person-1", neverUsed: true }],
])("neither scans nor sorts the table: %s", async (_name, conditions) => {
  const [id = ""] = ids.slice(6_000);
  const name = conditions.prefix === undefined ? null : "person-17@example.com";
  for (const after of [undefined, { id, name }])
    for (const order of passkeyOrders)
      for (const scan of scansOf(full.id, conditions, { after, order })) {
        // Few of many rows, like a page in a large tenancy.
        const statement = matchesStatement({ ...scan, bound: 300 }, shownPasskeys, 51);
        expect(await findCostlyNodes(run.current.pool, statement), order).toEqual([]);
      }
});
