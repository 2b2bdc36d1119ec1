import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { sealAndNumber } from "@/testing/feed";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { createFollowers } from "./followers";

const run = provideService();
const tooLong = 24 * 60 * 60 * 1_000;

/** Counts the statements of a process whose followers look as often as they may. */
function countingFollowers() {
  let statements = 0;
  const { db } = run.current;
  const query: typeof db.query =
    (Row) =>
    (text, ...values) => {
      statements++;
      return db.query(Row)(text, ...values);
    };
  const service = { db: { query }, log: run.current.log };
  return { ...createFollowers(() => service, { readEveryMs: 1 }), statements: () => statements };
}

test("a process waits for up to 200 requests, and asks the database only while one waits", async () => {
  const followers = countingFollowers();
  expect(followers.statements()).toBe(0);
  const tenancies = limits.feed.followers / limits.feed.followersPerTenancy;
  const waits = Array.from({ length: limits.feed.followers }, (_, index) =>
    followers.wait(`tenancy ${index % tenancies}`, 0, tooLong),
  );
  await expect(followers.wait("one more", 0, tooLong)).resolves.toBe(false);
  await expect.poll(followers.statements).toBeGreaterThan(0);
  followers.stop();
  expect(await Promise.all(waits)).toEqual(waits.map(() => false));
});

test("a failed statement is logged and tried again", async () => {
  const tenancy = await createTestTenancy(run.current);
  await sealAndNumber(run.current);
  const { db } = run.current;
  let failures = 0;
  const query: typeof db.query =
    (Row) =>
    (text, ...values) => {
      if (failures++ < 2) throw new Error("no connection");
      return db.query(Row)(text, ...values);
    };
  const service = { db: { query }, log: run.current.log };
  const followers = createFollowers(() => service, { readEveryMs: 1 });
  expect(await followers.wait(tenancy.id, 0, tooLong)).toBe(true);
  expect(run.current.logged.filter((line) => line.includes("feed.read_failed"))).toHaveLength(2);
  followers.stop();
});

test("a process that stops ends all waits, and waits no more", async () => {
  const followers = createFollowers(() => run.current);
  const waiting = followers.wait("a tenancy", 0, tooLong);
  followers.stop();
  expect(await waiting).toBe(false);
  expect(await followers.wait("a tenancy", 0, tooLong)).toBe(false);
});
