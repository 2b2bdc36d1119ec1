import { expect, test } from "vitest";
import { underSecret, withOtherInstance } from "@/lib/testing/other-instance";
import { provideService } from "@/tests/support/provide-service";
import { findPublishedKeys } from "./find-published-keys";
import { getSigningKey } from "./get-signing-key";
import { rotateSigningKey } from "./rotate-signing-key";

const run = provideService();
const minute = 60_000;

test("instances that start together make one key, whose private part is not readable in its row", async () => {
  await run.current.db.signingKey.deleteMany();
  await withOtherInstance(async (one) => withOtherInstance(async (two) => Promise.all(Array.from({ length: 20 }, (_, index) => getSigningKey(index % 2 ? one : two)))));
  const rows = await run.current.db.signingKey.findMany();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.privateJwe.split(".")).toHaveLength(5);
  expect(JSON.stringify(rows)).not.toContain('"d"');
});

test("a rotation announces the new key before it signs and keeps the old one until all it signed has expired", async () => {
  const { clock } = run.current;
  const old = await getSigningKey(run.current);
  const { kid } = await rotateSigningKey(run.current);
  const published = async () => (await findPublishedKeys(run.current)).keys.map((key) => key.kid);
  expect(await published()).toEqual(expect.arrayContaining([old.kid, kid]));
  expect((await withOtherInstance(getSigningKey)).kid).toBe(old.kid);
  clock.advance(10 * minute);
  expect((await withOtherInstance(getSigningKey)).kid).toBe(kid);
  clock.advance(59 * minute);
  expect(await published()).toContain(old.kid);
  clock.advance(2 * minute);
  expect(await published()).not.toContain(old.kid);
  expect(await published()).toContain(kid);
});

test("after a change of the secret the previous one still opens the key, and without it the start is told why", async () => {
  await getSigningKey(run.current);
  const changed = "another secret of the tests, 32 bytes or more";
  const before = "a secret of the tests, 32 bytes or more";
  await withOtherInstance(async (instance) => {
    expect((await getSigningKey(underSecret(instance, changed, before))).kid).toBeTruthy();
  });
  await withOtherInstance(async (instance) => {
    await expect(getSigningKey(underSecret(instance, changed))).rejects.toThrow(/KEYSTEAD_SECRET_PREVIOUS/);
  });
});
