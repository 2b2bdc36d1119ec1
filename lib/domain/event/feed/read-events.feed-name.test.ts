import { expect, test } from "vitest";
import { withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { findFeedName } from "./read-events";

const run = provideService();

test("all callers of all instances find one name", async () => {
  await run.current.db.$executeRaw`UPDATE "Feed" SET "fingerprint" = 'of another database'`;
  const names = await withOtherInstance((other) =>
    Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        findFeedName(index % 2 === 0 ? run.current.db : other.db),
      ),
    ),
  );
  expect(new Set(names).size).toBe(1);
  expect(names[0]).toMatch(/^[A-Za-z0-9_-]{16}$/);
  expect(await findFeedName(run.current.db)).toBe(names[0]);
});

test("the name changes when the table comes from a backup", async () => {
  const { db } = run.current;
  const name = await findFeedName(db);
  const rollback = new Error("rollback");
  let restored = name;
  const restoring = db.$transaction(async (tx) => {
    // As pg_restore does: a new table with the same rows.
    await tx.$executeRaw`CREATE TABLE "Copy" AS SELECT * FROM "Feed"`;
    await tx.$executeRaw`DROP TABLE "Feed"`;
    await tx.$executeRaw`ALTER TABLE "Copy" RENAME TO "Feed"`;
    restored = await findFeedName(tx);
    expect(await findFeedName(tx)).toBe(restored);
    throw rollback;
  });
  await expect(restoring).rejects.toBe(rollback);
  expect(restored).not.toBe(name);
});
