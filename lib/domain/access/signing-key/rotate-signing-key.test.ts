import { createLocalJWKSet, jwtVerify, SignJWT } from "jose";
import { beforeEach, expect, test } from "vitest";
import { underSecret, withOtherInstance } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { findPublishedKeys, getSigningKey } from "./get-signing-key";
import { reEncryptSigningKeys } from "./re-encrypt-secrets";
import { rotateSigningKey } from "./rotate-signing-key";

const run = provideService();
// Those of other tests may be under another service secret.
beforeEach(() => run.current.db.webhook.deleteMany());
const minute = 60_000;
const secret = "a secret of the tests, 32 bytes or more";
const changed = "another secret of the tests, 32 bytes or more";

test("instances that start together create one key, and its private part is encrypted", async () => {
  await run.current.db.signingKey.deleteMany();
  await withOtherInstance(async (one) =>
    withOtherInstance(async (two) =>
      Promise.all(Array.from({ length: 20 }, (_, index) => getSigningKey(index % 2 ? one : two))),
    ),
  );
  const rows = await run.current.db.signingKey.findMany();
  expect(rows).toHaveLength(1);
  expect(rows[0]?.privateJwe.split(".")).toHaveLength(5);
  expect(JSON.stringify(rows)).not.toContain('"d"');
});

test("a rotation publishes the new key first, and the old one until its signatures have expired", async () => {
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

test("the previous secret still decrypts the key, and without it the start fails with the reason", async () => {
  await getSigningKey(run.current);
  await withOtherInstance(async (instance) => {
    expect((await getSigningKey(underSecret(instance, changed, secret))).kid).toBeTruthy();
  });
  await withOtherInstance(async (instance) => {
    await expect(getSigningKey(underSecret(instance, changed))).rejects.toThrow(
      /KEYSTEAD_SECRET_PREVIOUS/,
    );
  });
});

test("a rotation before the first signature creates the current key and retires it", async () => {
  const { clock, db } = run.current;
  await db.signingKey.deleteMany();
  const { kid, activeFrom } = await rotateSigningKey(run.current);
  const first = await withOtherInstance(getSigningKey);
  expect(first.kid).not.toBe(kid);
  expect(await db.signingKey.findUniqueOrThrow({ where: { kid: first.kid } })).toMatchObject({
    retiredAt: new Date(activeFrom),
  });
  clock.advance(10 * minute);
  expect((await withOtherInstance(getSigningKey)).kid).toBe(kid);
  clock.advance(61 * minute);
  expect((await findPublishedKeys(run.current)).keys.map((key) => key.kid)).toEqual([kid]);
  expect(await db.signingKey.count()).toBe(2);
});

test("concurrent rotations each retire the previous key, and one key signs at any time", async () => {
  const { clock, db } = run.current;
  await withOtherInstance(async (one) =>
    withOtherInstance(async (two) => Promise.all([one, two, one, two].map(rotateSigningKey))),
  );
  expect(await db.signingKey.count({ where: { retiredAt: null } })).toBe(1);
  clock.advance(10 * minute);
  const { kid } = await withOtherInstance(getSigningKey);
  expect(await db.signingKey.findUniqueOrThrow({ where: { kid } })).toMatchObject({
    retiredAt: null,
  });
});

test("re-encrypting all keys makes the previous secret unnecessary and keeps the signing key", async () => {
  const active = await getSigningKey(run.current);
  await rotateSigningKey(run.current);
  const count = await run.current.db.signingKey.count();
  expect(
    await withOtherInstance((instance) =>
      reEncryptSigningKeys(underSecret(instance, changed, secret)),
    ),
  ).toMatchObject({ reEncrypted: count });
  await withOtherInstance(async (instance) => {
    const alone = underSecret(instance, changed);
    const { kid, privateKey } = await getSigningKey(alone);
    expect(kid).toBe(active.kid);
    const { keys } = await findPublishedKeys(alone);
    const jwt = await new SignJWT().setProtectedHeader({ alg: "ES256", kid }).sign(privateKey);
    expect((await jwtVerify(jwt, createLocalJWKSet({ keys }))).protectedHeader.kid).toBe(kid);
    // Retired keys are re-encrypted too.
    for (const { privateJwe } of await instance.db.signingKey.findMany())
      expect(await alone.secrets.open("signing-key", privateJwe)).toContain('"d"');
  });
  await withOtherInstance(async (instance) => {
    await expect(getSigningKey(instance)).rejects.toThrow(/KEYSTEAD_SECRET cannot decrypt/);
    // A rotation also re-encrypts.
    expect(await rotateSigningKey(underSecret(instance, secret, changed))).toMatchObject({
      reEncrypted: count,
    });
  });
  expect(await withOtherInstance(getSigningKey)).toBeTruthy();
});

test.each([
  ["encrypting anew", reEncryptSigningKeys],
  ["rotating", rotateSigningKey],
])(
  "%s with a secret that cannot decrypt every key changes nothing and explains why",
  async (_name, change) => {
    const { db } = run.current;
    await rotateSigningKey(run.current);
    const rows = () => db.signingKey.findMany({ orderBy: { kid: "asc" } });
    const kid = (await rows()).at(-1)?.kid ?? "";
    await withOtherInstance(async (instance) => {
      const foreign = await underSecret(
        instance,
        "a third secret of the tests, 32 bytes or more",
      ).secrets.seal("signing-key", "{}");
      const { privateJwe } = await db.signingKey.findUniqueOrThrow({ where: { kid } });
      await db.signingKey.update({ where: { kid }, data: { privateJwe: foreign } });
      const before = await rows();
      await expect(change(underSecret(instance, changed, secret))).rejects.toThrow(
        new RegExp(`can decrypt the signing key ${kid}`),
      );
      expect(await rows()).toEqual(before);
      await db.signingKey.update({ where: { kid }, data: { privateJwe } });
    });
  },
);
