import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { statementsOf } from "@/testing/statements-of";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findTenancy, findTenancyOfVersion, peekTenancy, readTenancy } from "./find-tenancy";

const run = provideService();

test("every write gives the tenancy another version, even one with the same values", async () => {
  const tenancy = await createTestTenancy(run.current);
  const versionOf = async () => (await readTenancy(run.current, tenancy.id))?.version;
  const versions = [await versionOf(), await versionOf()];
  expect(versions[0]).toBe(versions[1]);
  await run.current.db.$executeRaw`UPDATE "Tenancy" SET "name" = "name" WHERE "id" = ${tenancy.id}`;
  expect(await versionOf()).not.toBe(versions[0]);
});

test("the cache is used only for the version that it has", async () => {
  const tenancy = await createTestTenancy(run.current);
  const read = await readTenancy(run.current, tenancy.id);
  expect(peekTenancy(tenancy.id)).toBe(read);
  const version = read?.version ?? "";
  const find = (wanted: string) =>
    statementsOf(run.current, () => findTenancyOfVersion(run.current, tenancy.id, wanted));
  expect(await find(version)).toHaveLength(0);
  expect(await find(`${version} changed`)).toHaveLength(1);
});

test("concurrent calls share the comparison, and a change takes effect in the next call", async () => {
  const tenancy = await createTestTenancy(run.current);
  const find = () => findTenancy(run.current, tenancy.id);
  const first = await find();
  const statements = await statementsOf(run.current, async () => {
    const found = await Promise.all(Array.from({ length: 30 }, find));
    expect(new Set(found)).toEqual(new Set([first]));
  });
  expect(statements).toHaveLength(1);
  await tenancy.set({ codeDigits: 8 });
  expect(await find()).toMatchObject({ codeDigits: 8 });
});

test("a deleted tenancy leaves the cache", async () => {
  const tenancy = await createTestTenancy(run.current);
  expect(peekTenancy(tenancy.id)).toBeDefined();
  const now = new Date(run.current.clock.now());
  await tenancy.set({ suspendedAt: now, deletedAt: now });
  expect(await findTenancy(run.current, tenancy.id)).toBeNull();
  expect(peekTenancy(tenancy.id)).toBeUndefined();
});
