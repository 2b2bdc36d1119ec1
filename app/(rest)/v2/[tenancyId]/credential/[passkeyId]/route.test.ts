import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { testLegacyLookup } from "@/testing/test-legacy-lookup";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";

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
