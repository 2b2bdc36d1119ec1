import { afterEach, expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { createStoredTenancy } from "@/testing/create-stored-tenancy";
import { provideService } from "@/testing/provide-service";
import { statementsOf } from "@/testing/statements-of";
import { until } from "@/testing/until";
import { createKnownTenancies, type KnownTenanciesLimits } from "./known-tenancies";

const run = provideService();
const stops: (() => void)[] = [];
afterEach(() => stops.splice(0).forEach((stop) => stop()));

function createKnown(rules: Partial<KnownTenanciesLimits> = {}) {
  const known = createKnownTenancies(() => run.current, "unknown", {
    ...limits.knownTenancies,
    ...rules,
  });
  stops.push(() => known.stop());
  return known;
}

test("knows every tenancy after the start, without a lookup", async () => {
  const ids: string[] = [];
  for (let count = 0; count < 5; count++) ids.push(await createStoredTenancy(run.current));
  const known = createKnown({ pageRows: 2 });
  expect(ids.map(known.has)).toEqual(ids.map(() => false));
  await known.start();
  expect(ids.map(known.has)).toEqual(ids.map(() => true));
});

test("finds a tenancy that another process has created, and looks it up once", async () => {
  const known = createKnown();
  await known.start();
  const id = await createStoredTenancy(run.current);
  const statements = await statementsOf(run.current, async () => {
    expect(await known.find(id)).toBe(true);
    expect(known.has(id)).toBe(true);
    expect(await known.find(id)).toBe(true);
  });
  expect(statements).toHaveLength(1);
});

test("requests of one new tenancy share a lookup, however many there are", async () => {
  const known = createKnown({ lookupsPerSecond: 1 });
  await known.start();
  const id = await createStoredTenancy(run.current);
  const finds = Array.from({ length: 50 }, () => known.find(id));
  expect(new Set(await Promise.all(finds))).toEqual(new Set([true]));
});

test("looks up a limited number of unknown ids a second, and none that is malformed", async () => {
  const known = createKnown({ lookupsPerSecond: 3 });
  await known.start();
  const late = await createStoredTenancy(run.current);
  const made = Array.from({ length: 10 }, run.current.createId);
  const statements = await statementsOf(run.current, async () => {
    for (const id of ["", "unknown", "x".repeat(26)]) expect(await known.find(id)).toBe(false);
    for (const id of made) expect(await known.find(id)).toBe(false);
    expect(await known.find(late)).toBe(false);
  });
  expect(statements).toHaveLength(3);
  run.current.clock.advance(1_000);
  expect(await known.find(late)).toBe(true);
});

test("a lookup before the first read waits for that read", async () => {
  const id = await createStoredTenancy(run.current);
  const known = createKnown({ lookupsPerSecond: 0 });
  expect(await Promise.all([known.find(id), known.find(run.current.createId())])).toEqual([
    true,
    false,
  ]);
});

test("a later read finds new tenancies and forgets deleted ones", async () => {
  const deleted = await createStoredTenancy(run.current);
  const known = createKnown({ readEveryMs: 1, lookupsPerSecond: 0 });
  await known.start();
  const now = new Date(run.current.clock.now());
  await run.current.db.tenancy.update({
    where: { id: deleted },
    data: { suspendedAt: now, deletedAt: now },
  });
  const created = await createStoredTenancy(run.current);
  await until("the next read", () => (known.has(created) && !known.has(deleted) ? true : null));
});
