import { expect, test } from "vitest";
import { z } from "zod";
import { unknownAaguid } from "@/lib/domain/passkey/name-provider";
import { findCostlyNodes } from "@/testing/find-costly-nodes";
import { populate } from "@/testing/population";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { aaguidsStatement, countProviders, maxAaguids, maxCounted } from "./count-providers";

const run = provideService();
const [apple, windows] = [
  "fbfc3007-154e-4ecc-8c0b-6e020557d7bd",
  "08987058-cadc-4b81-b6e1-30de50dcbe96",
];
const inventedAaguid = (number: number) =>
  `d0f1c0de-0000-4000-8000-${number.toString(16).padStart(12, "0")}`;

async function fill(aaguids: string[]) {
  const tenancy = await createTestTenancy(run.current);
  const { passkeyIds } = await populate(run.current.db.query(z.never()), {
    tenancyId: tenancy.id,
    nowMs: run.current.clock.now(),
    users: 1,
    passkeys: aaguids.length,
    rareEvery: 40_000,
  });
  await run.current.db.query(z.never())`
    UPDATE "Passkey" p SET "aaguid" = n."aaguid"
    FROM unnest(${passkeyIds}::text[], ${aaguids}::text[]) AS n("id", "aaguid")
    WHERE p."tenancyId" = ${tenancy.id} AND p."id" = n."id"`;
  return tenancy;
}

test("names each provider of the tenancy once, the commonest first", async () => {
  const tenancy = await fill([windows, apple, inventedAaguid(1), apple, unknownAaguid, apple]);
  expect(await countProviders(tenancy.ctx)).toEqual([
    { aaguid: apple, name: "Apple Passwords", count: 3, isExact: true },
    { aaguid: unknownAaguid, name: "Unknown provider", count: 2, isExact: true },
    { aaguid: windows, name: "Windows Hello", count: 1, isExact: true },
  ]);
});

test("a tenancy without passkeys has no provider", async () => {
  expect(await countProviders((await createTestTenancy(run.current)).ctx)).toEqual([]);
});

test("counts a common provider in part", async () => {
  const tenancy = await fill(Array.from({ length: maxCounted + 5 }, () => apple));
  expect(await countProviders(tenancy.ctx)).toEqual([
    { aaguid: apple, name: "Apple Passwords", count: maxCounted, isExact: false },
  ]);
});

test("invented AAGUIDs don’t make the list long", async () => {
  const invented = (count: number) =>
    fill(Array.from({ length: count }, (_, n) => inventedAaguid(n)));
  const most = await countProviders((await invented(maxAaguids)).ctx);
  expect(most).toMatchObject([{ aaguid: unknownAaguid, count: maxAaguids }]);
  expect(await countProviders((await invented(maxAaguids + 1)).ctx)).toBeNull();
});

test("neither scans nor sorts the table", async () => {
  const statement = aaguidsStatement((await fill([apple, windows])).id);
  expect(await findCostlyNodes(run.current.pool, statement)).toEqual([]);
});
