import { describe, test } from "vitest";
import { RegistrationSuccess } from "@/lib/contract/registration";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testBrowserRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { expectSuccess, testVerificationRefusals } from "@/testing/verification-rules";

const run = provideService();
const path = "passkey/registration/verification";
const body = {
  sessionToken: "x",
  response: {
    id: "AA",
    rawId: "AA",
    type: "public-key",
    response: { clientDataJSON: "AA", attestationObject: "AA" },
  },
};

describe("POST passkey/registration/verification", () => {
  test("returns a code, a principal with it, and an id_token that the key set verifies", async () => {
    const tenancy = await createTestTenancy(run.current);
    const device = createSoftwareAuthenticator({ origin: testOrigin });
    const success = RegistrationSuccess.parse(await register(tenancy, device));
    await expectSuccess(run, tenancy, success, "registration");
  });

  testVerificationRefusals(run, path, body);
  testBrowserRoute(
    run,
    { method: "POST", path, allow: "POST, OPTIONS", body },
    "verificationsPerMinutePerAddress",
  );
});
