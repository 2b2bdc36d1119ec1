import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { testBrowserRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own, testPreparedToken } from "@/testing/vault-rules";

const run = provideService();

testBrowserRoute(
  run,
  {
    method: "POST",
    path: "passkeys/delete/exchange",
    allow: "POST, OPTIONS",
    body: { deletePasskeysToken: "x" },
  },
  "exchangesPerMinutePerAddress",
);
testPreparedToken(run, {
  step: "delete",
  tokenName: "deletePasskeysToken",
  body: { userId: "ada" },
});

test("returns one instruction per credential, and the warnings of the deletion", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [first, second, third] = await own(tenancy, 3);
  const { deletePasskeysToken } = (
    await tenancy.backend("POST", "passkeys/delete", {
      passkeyIds: [first?.passkeyId, "stray", second?.passkeyId],
    })
  ).body;
  const { body } = await tenancy.browser("POST", "passkeys/delete/exchange", {
    deletePasskeysToken,
  });
  const told = (owned: typeof first) => ({
    rpId: "example.com",
    userId: owned?.device.credentials[0]?.userHandle,
    credentialId: owned?.credentialId,
  });
  expect(body).toEqual({
    _tag: "PasskeyDeletionInstructions",
    instructions: expect.arrayContaining([told(first), told(second)]) as unknown,
    warnings: [
      { code: "PASSKEY_NOT_FOUND", message: expect.any(String) as string, passkeyId: "stray" },
    ],
  });
  expect(body["instructions"]).toHaveLength(2);
  expect(JSON.stringify(body)).not.toContain(third?.credentialId);
});
