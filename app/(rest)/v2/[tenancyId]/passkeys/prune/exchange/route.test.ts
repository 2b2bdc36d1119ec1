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
    path: "passkeys/prune/exchange",
    allow: "POST, OPTIONS",
    body: { prunePasskeysToken: "x" },
  },
  "exchangesPerMinutePerAddress",
);
testPreparedToken(run, { step: "prune", tokenName: "prunePasskeysToken", body: { userId: "ada" } });

interface Instruction {
  rpId: string;
  userId: string;
  allAcceptedCredentialIds: string[];
}

const prepare = async (tenancy: TestTenancy, userId = "ada") =>
  (await tenancy.backend("POST", "passkeys/prune", { userId })).body["prunePasskeysToken"];
async function exchange(tenancy: TestTenancy, prunePasskeysToken: unknown) {
  const { status, body } = await tenancy.browser("POST", "passkeys/prune/exchange", {
    prunePasskeysToken,
  });
  expect(status).toBe(200);
  return body as unknown as {
    _tag: string;
    instructions: Instruction[];
    warnings: { code: string }[];
  };
}
const accepted = ({ instructions }: { instructions: Instruction[] }) =>
  instructions.flatMap(({ allAcceptedCredentialIds }) => allAcceptedCredentialIds).sort();

test("lists the enabled passkeys of each user handle, in the device's own values", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [one, off, two] = await own(tenancy, 3);
  await own(tenancy, 1, { username: "bob" });
  await tenancy.backend("PATCH", `passkeys/${off?.passkeyId}`, { enabled: false });
  const reply = await exchange(tenancy, await prepare(tenancy));
  expect(reply).toEqual({
    _tag: "PasskeyPruningInstructions",
    instructions: [
      {
        rpId: "example.com",
        userId: one?.device.credentials[0]?.userHandle,
        allAcceptedCredentialIds: expect.any(Array) as string[],
      },
    ],
    warnings: [],
  });
  expect(accepted(reply)).toEqual([one?.credentialId, two?.credentialId].sort());
});

test("reads the list at the exchange: includes passkeys created since, not deleted ones", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [gone, stays] = await own(tenancy, 2);
  const token = await prepare(tenancy);
  const [fresh] = await own(tenancy, 1);
  await tenancy.backend("DELETE", `passkeys/${gone?.passkeyId}`);
  expect(accepted(await exchange(tenancy, token))).toEqual(
    [stays?.credentialId, fresh?.credentialId].sort(),
  );
});

test("returns no instruction without an enabled passkey, since an empty list would wipe the device", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owned = await own(tenancy, 2);
  const token = await prepare(tenancy);
  for (const { passkeyId } of owned)
    await tenancy.backend("PATCH", `passkeys/${passkeyId}`, { enabled: false });
  expect(await exchange(tenancy, token)).toMatchObject({
    instructions: [],
    warnings: [{ code: "NO_PASSKEYS_FOUND" }],
  });
  expect(await exchange(tenancy, await prepare(tenancy, "nobody"))).toMatchObject({
    instructions: [],
    warnings: [{ code: "NO_PASSKEYS_FOUND" }],
  });
});

test("returns no instruction for a handle without an enabled passkey", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [one] = await own(tenancy, 1);
  const [moved] = await own(tenancy, 1, { username: "stray" });
  await tenancy.backend("PATCH", `passkeys/${moved?.passkeyId}`, { userId: "ada", enabled: false });
  expect(
    (await exchange(tenancy, await prepare(tenancy))).instructions.map(({ userId }) => userId),
  ).toEqual([one?.device.credentials[0]?.userHandle]);
});

test("a passkey moved to another user does not remove those that share its handle", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [stays, moves] = await own(tenancy, 2);
  await tenancy.backend("PATCH", `passkeys/${moves?.passkeyId}`, { userId: "bob" });
  for (const userId of ["ada", "bob"])
    expect(accepted(await exchange(tenancy, await prepare(tenancy, userId)))).toEqual(
      [stays?.credentialId, moves?.credentialId].sort(),
    );
});

test("returns one instruction per relying party", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { rpIds: ["app.example.com"] });
  await own(tenancy, 1);
  await own(tenancy, 1, { userId: "ada", rpId: "app.example.com" });
  const { instructions } = await exchange(tenancy, await prepare(tenancy));
  expect(
    instructions
      .map(({ rpId, allAcceptedCredentialIds }) => [rpId, allAcceptedCredentialIds.length])
      .sort(),
  ).toEqual([
    ["app.example.com", 1],
    ["example.com", 1],
  ]);
});

test("returns no instruction for a handle of another tenancy's passkey, which the list would remove", async () => {
  const tenancy = await createTestTenancy(run.current);
  const copy = await createTestTenancy(run.current);
  const [passkey] = await own(tenancy, 1);
  await own(copy, 1);
  const token = await prepare(tenancy);
  expect((await exchange(tenancy, token)).instructions).toHaveLength(1);
  await run.current.db.passkey.updateMany({
    where: { tenancyId: copy.id },
    data: { userHandle: passkey?.device.credentials[0]?.userHandle ?? "" },
  });
  expect(await exchange(tenancy, token)).toMatchObject({ instructions: [], warnings: [] });
});
