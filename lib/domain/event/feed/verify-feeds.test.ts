import { beforeEach, expect, test } from "vitest";
import { sealAndNumber } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { type BrokenFeed, verifyFeeds } from "./verify-feeds";

const run = provideService();
let tenancy: TestTenancy;

beforeEach(async () => {
  tenancy = await createTestTenancy(run.current);
  await tenancy.createKey();
  await tenancy.createKey();
  await sealAndNumber(run.current);
});

/** Verifies the feeds after a change, then rolls it back. */
async function verifyAfter(sql: string): Promise<BrokenFeed | null> {
  const rollback = new Error("rollback");
  let verified: BrokenFeed | null = null;
  const changing = run.current.db.$transaction(async (tx) => {
    expect(await tx.$executeRawUnsafe(sql, tenancy.id)).toBeGreaterThan(0);
    verified = await verifyFeeds({ db: tx });
    throw rollback;
  });
  await expect(changing).rejects.toBe(rollback);
  return verified;
}

test("feeds are intact after numbering", async () => {
  expect(await verifyFeeds(run.current)).toBeNull();
});

test.each([
  [
    "a removed number",
    `DELETE FROM "FeedEvent" WHERE "tenancyId" = $1 AND "number" = 2`,
    /has no number, not 2$/,
  ],
  [
    "a gap",
    `UPDATE "FeedEvent" SET "number" = "number" + 10 WHERE "tenancyId" = $1 AND "number" = 3`,
    /has number 13, not 3$/,
  ],
  [
    "exchanged events",
    `UPDATE "FeedEvent" f SET "eventId" = o."eventId", "type" = o."type" FROM "FeedEvent" o
      WHERE f."tenancyId" = $1 AND o."tenancyId" = $1 AND f."number" + o."number" = 3
        AND f."number" <> o."number"`,
    /has number 2, not 1$/,
  ],
  [
    "an extra number",
    `INSERT INTO "FeedEvent" VALUES ($1, 999, 'made-up', 'user.erased')`,
    /^number 999 belongs to no sealed event/,
  ],
  [
    "another type",
    `UPDATE "FeedEvent" SET "type" = 'user.erased' WHERE "tenancyId" = $1 AND "number" = 1`,
    /^number 1 belongs to no sealed event of its type/,
  ],
])("finds %s", async (_, sql, problem) => {
  const broken = await verifyAfter(sql);
  expect(broken?.tenancyId).toBe(tenancy.id);
  expect(broken?.problem).toMatch(problem);
});
