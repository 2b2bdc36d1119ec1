import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { testBrowserRoute } from "@/testing/route-rules";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own, testPreparedToken } from "@/testing/vault-rules";

const run = provideService();

testBrowserRoute(
  run,
  {
    method: "POST",
    path: "passkeys/update/exchange",
    allow: "POST, OPTIONS",
    body: { updatePasskeysToken: "x" },
  },
  "exchangesPerMinutePerAddress",
);
testPreparedToken(run, {
  step: "update",
  tokenName: "updatePasskeysToken",
  body: { userId: "ada", username: "lovelace" },
});

const prepare = async (tenancy: TestTenancy, username: string, displayName?: string) =>
  (await tenancy.backend("POST", "passkeys/update", { userId: "ada", username, displayName })).body[
    "updatePasskeysToken"
  ] as string;
const exchange = async (tenancy: TestTenancy, updatePasskeysToken: string) =>
  (await tenancy.browser("POST", "passkeys/update/exchange", { updatePasskeysToken })).body;

test("returns one instruction per user handle, in the device's own values", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [one] = await own(tenancy, 2);
  const token = await prepare(tenancy, "lovelace", "Ada Lovelace");
  expect(await exchange(tenancy, token)).toEqual({
    _tag: "PasskeyUpdateInstructions",
    instructions: [
      {
        rpId: "example.com",
        userId: one?.device.credentials[0]?.userHandle,
        username: "lovelace",
        displayName: "Ada Lovelace",
      },
    ],
    warnings: [],
  });
});

test("returns a separate instruction for a passkey that another user's handle identifies", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [one] = await own(tenancy, 1);
  const [moved] = await own(tenancy, 1, { username: "stray" });
  await tenancy.backend("PATCH", `passkeys/${moved?.passkeyId}`, { userId: "ada" });
  const { instructions } = await exchange(tenancy, await prepare(tenancy, "lovelace"));
  const handles = (instructions as { userId: string }[]).map(({ userId }) => userId);
  expect(handles.sort()).toEqual(
    [one, moved].map((owned) => owned?.device.credentials[0]?.userHandle).sort(),
  );
});

test("an older token returns the stored name, the latest one of its handle", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [one] = await own(tenancy, 2);
  const older = await prepare(tenancy, "first");
  run.current.clock.advance(1);
  await prepare(tenancy, "second", "Second");
  expect((await exchange(tenancy, older))["instructions"]).toMatchObject([
    { username: "second", displayName: "Second" },
  ]);
  run.current.clock.advance(1);
  await tenancy.backend("PATCH", `passkeys/${one?.passkeyId}`, { username: "third" });
  expect((await exchange(tenancy, older))["instructions"]).toMatchObject([
    { username: "third", displayName: "Second" },
  ]);
});

test("returns no instruction if the user's passkeys have been deleted", async () => {
  const tenancy = await createTestTenancy(run.current);
  await own(tenancy, 1);
  const token = await prepare(tenancy, "lovelace");
  await tenancy.backend("DELETE", "users/ada/passkeys");
  expect(await exchange(tenancy, token)).toMatchObject({
    instructions: [],
    warnings: [{ code: "NO_PASSKEYS_FOUND" }],
  });
});
