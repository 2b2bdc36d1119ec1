import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";

const run = provideService();

testKeyRoute(run, {
  method: "POST",
  path: "passkeys/update",
  allow: "POST",
  body: { userId: "ada", username: "ada" },
});

const prepare = (tenancy: TestTenancy, body: object) =>
  tenancy.backend("POST", "passkeys/update/", body);
const namesOf = async ({ id: tenancyId }: TestTenancy) =>
  (await run.current.db.passkey.findMany({ where: { tenancyId }, orderBy: { id: "asc" } })).map(
    ({ username, displayName }) => [username, displayName],
  );

test("renames all of the user's passkeys immediately, and no others", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 2);
  run.current.clock.advance(1);
  await own(tenancy, 1, { username: "bob" });
  const { status, body } = await prepare(tenancy, {
    userId: "ada",
    username: "lovelace",
    displayName: "Ada Lovelace",
  });
  expect(status).toBe(202);
  expect(body).toEqual({
    _tag: "PreparedPasskeyUpdate",
    updatePasskeysToken: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/) as string,
    expiresAt: run.current.clock.now() + 600_000,
    warnings: [],
  });
  expect(await namesOf(tenancy)).toEqual([
    ["lovelace", "Ada Lovelace"],
    ["lovelace", "Ada Lovelace"],
    ["bob", "bob"],
  ]);
});

test.each([undefined, "", "  "])(
  "a display name of %o falls back to the username",
  async (displayName) => {
    const tenancy = await createTestTenancy(run.current);
    await own(tenancy, 1, { userId: "ada", displayName: "Ada" });
    await prepare(tenancy, { userId: "ada", username: "lovelace", displayName });
    expect(await namesOf(tenancy)).toEqual([["lovelace", "lovelace"]]);
  },
);

test.each(["a user without passkeys", "an unknown user"])(
  "%s succeeds with a token and a warning",
  async (who) => {
    const tenancy = await createTestTenancy(run.current);
    const [owned] = await own(tenancy, 1);
    await tenancy.backend("DELETE", `passkeys/${owned?.passkeyId}`);
    const reply = await prepare(tenancy, {
      userId: who === "an unknown user" ? "nobody" : "ada",
      username: "x",
    });
    expect(reply).toMatchObject({
      status: 202,
      body: { warnings: [{ code: "NO_PASSKEYS_FOUND" }] },
    });
    const exchanged = await tenancy.browser("POST", "passkeys/update/exchange", {
      updatePasskeysToken: reply.body["updatePasskeysToken"],
    });
    expect(exchanged).toMatchObject({
      status: 200,
      body: { instructions: [], warnings: [{ code: "NO_PASSKEYS_FOUND" }] },
    });
  },
);

test.each([
  ["no user", { username: "x" }, "userId"],
  ["no username", { userId: "ada" }, "username"],
  ["a blank username", { userId: "ada", username: " " }, "username"],
  [
    "a display name of 255 characters",
    { userId: "ada", username: "x", displayName: "x".repeat(255) },
    "displayName",
  ],
])("%s returns 400 and changes nothing", async (_name, body, path) => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1);
  const before = await namesOf(tenancy);
  expect(await prepare(tenancy, body)).toMatchObject({ status: 400, body: { issues: [{ path }] } });
  expect(await namesOf(tenancy)).toEqual(before);
});
