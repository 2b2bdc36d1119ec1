import { expect, test } from "vitest";
import { callApi } from "@/lib/testing/api-client";
import { createTestTenancy } from "@/lib/testing/test-tenancy";
import { testLegacyLookup } from "@/tests/support/legacy-lookup-rules";
import { provideService } from "@/tests/support/provide-service";
import { own } from "@/tests/support/vault-rules";

const run = provideService();

testLegacyLookup(run, (passkeyId) => `credential/${passkeyId}`);

test("returns only the device's identifiers of the passkey", async () => {
  const tenancy = await createTestTenancy(run.current, {}, { legacyLookups: true });
  const [owned] = await own(tenancy, 1);
  const { body } = await callApi("GET", `/v2/${tenancy.id}/credential/${owned?.passkeyId}`);
  expect(body).toEqual({
    credentialId: owned?.credentialId,
    userId: owned?.device.credentials[0]?.userHandle,
    rpId: "example.com",
  });
});
