import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { withBroken } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";

const run = provideService();

testKeyRoute(run, {
  method: "POST",
  path: "passkeys/delete",
  allow: "POST",
  body: { passkeyIds: ["x"] },
});

const prepare = (tenancy: TestTenancy, body: object) =>
  tenancy.backend("POST", "passkeys/delete/", body);
const left = async ({ id: tenancyId }: TestTenancy) =>
  (await run.current.db.passkey.findMany({ where: { tenancyId }, orderBy: { id: "asc" } })).map(
    ({ id }) => id,
  );

describe("the selector", () => {
  const one = "send exactly one of passkeyIds and userId";
  test.each([
    ["both", { passkeyIds: ["x"], userId: "ada" }, "passkeyIds", one],
    ["neither", {}, "passkeyIds", one],
    ["an empty list", { passkeyIds: [] }, "passkeyIds", "must contain at least one passkey id"],
    [
      "1001 ids",
      { passkeyIds: Array.from({ length: 1_001 }, (_, index) => `id ${index}`) },
      "passkeyIds",
      "must contain at most 1,000 passkey ids",
    ],
    ["an empty id", { passkeyIds: [""] }, "passkeyIds.0", "must not be empty"],
    ["a blank user", { userId: "  " }, "userId", "must not be blank"],
  ])(
    "%s returns a 400 that names the rule, and deletes nothing",
    async (_name, body, path, message) => {
      const tenancy = await createTestTenancy(run.current);
      await own(tenancy, 1);
      expect(await prepare(tenancy, body)).toMatchObject({
        status: 400,
        body: { issues: [{ path, message }] },
      });
      expect(await left(tenancy)).toHaveLength(1);
    },
  );

  test("deletes the known ids once each, and warns of the others in order", async () => {
    const tenancy = await createTestTenancy(run.current);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(5), { maxLength: 12 }),
        fc.uniqueArray(fc.stringMatching(/^[a-z0-9'"%/]{1,40}$/), { maxLength: 5 }),
        async (picks, strangers) => {
          await tenancy.backend("DELETE", "users/ada/passkeys");
          const ids = (await own(tenancy, 6)).map(({ passkeyId }) => passkeyId);
          const asked = [...picks.map((pick) => ids[pick] ?? ""), ...strangers, ...strangers];
          if (asked.length === 0) return;
          const { status, body } = await prepare(tenancy, { passkeyIds: asked });
          expect(status).toBe(202);
          expect(body["warnings"]).toEqual(
            strangers.map((passkeyId) => ({
              code: "PASSKEY_NOT_FOUND",
              message: expect.any(String) as string,
              passkeyId,
            })),
          );
          expect(await left(tenancy)).toEqual(ids.filter((id) => !asked.includes(id)).sort());
        },
      ),
      { numRuns: 20 },
    );
  });

  test("accepts a thousand ids in one request", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [owned] = await own(tenancy, 1);
    const { status, body } = await prepare(tenancy, {
      passkeyIds: [owned?.passkeyId, ...Array.from({ length: 999 }, () => run.current.createId())],
    });
    expect([status, (body["warnings"] as unknown[]).length, await left(tenancy)]).toEqual([
      202,
      999,
      [],
    ]);
  });
});

test("deletes the rows before it responds, and keeps the instructions for devices", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owned = await own(tenancy, 2);
  const { status, body } = await prepare(tenancy, { userId: "ada" });
  expect(status).toBe(202);
  expect(body).toEqual({
    _tag: "PreparedPasskeyDeletion",
    deletePasskeysToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
    expiresAt: run.current.clock.now() + 600_000,
    warnings: [],
  });
  expect(await left(tenancy)).toEqual([]);
  const exchanged = await tenancy.browser("POST", "passkeys/delete/exchange", {
    deletePasskeysToken: body["deletePasskeysToken"],
  });
  expect(
    (exchanged.body["instructions"] as { credentialId: string }[])
      .map(({ credentialId }) => credentialId)
      .sort(),
  ).toEqual(owned.map(({ credentialId }) => credentialId).sort());
});

test("succeeds with a warning for an unknown user and a user without passkeys", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1);
  await tenancy.backend("DELETE", "users/ada/passkeys");
  for (const userId of ["ada", "nobody"])
    expect(await prepare(tenancy, { userId })).toMatchObject({
      status: 202,
      body: { warnings: [{ code: "NO_PASSKEYS_FOUND" }] },
    });
});

test("concurrent deletions delete each passkey exactly once", async () => {
  const tenancy = await createTestTenancy(run.current);
  const ids = (await own(tenancy, 10)).map(({ passkeyId }) => passkeyId);
  const replies = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      prepare(tenancy, index % 2 === 0 ? { passkeyIds: ids } : { passkeyIds: [...ids].reverse() }),
    ),
  );
  expect(replies.every(({ status }) => status === 202)).toBe(true);
  const warned = replies.flatMap(({ body }) => body["warnings"] as unknown[]);
  expect(warned).toHaveLength(39 * 10);
});

test("deletes nothing if a later step fails", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1);
  let isBroken = true;
  const createId = () => {
    if (!isBroken) return run.current.createId();
    isBroken = false;
    throw new Error("no audit row");
  };
  expect((await withBroken({ createId }, () => prepare(tenancy, { userId: "ada" }))).status).toBe(
    500,
  );
  expect(await left(tenancy)).toHaveLength(1);
});
