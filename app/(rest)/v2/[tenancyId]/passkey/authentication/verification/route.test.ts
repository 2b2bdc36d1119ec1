import { describe, test } from "vitest";
import { AuthenticationSuccess } from "@/lib/contract/authentication";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { authenticate, register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testBrowserRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";
import { expectSuccess, testVerificationRefusals } from "@/testing/verification-rules";

const run = provideService();
const path = "passkey/authentication/verification";
const body = {
  sessionToken: "x",
  response: {
    id: "AA",
    rawId: "AA",
    type: "public-key",
    response: { clientDataJSON: "AA", authenticatorData: "AA", signature: "AA" },
  },
};

describe("POST passkey/authentication/verification", () => {
  test("returns a code, a principal with it, and an id_token that the key set verifies", async () => {
    const tenancy = await createTestTenancy(run.current);
    const device = createSoftwareAuthenticator({ origin: testOrigin });
    const success = AuthenticationSuccess.parse(
      await register(tenancy, device).then(() => authenticate(tenancy, device)),
    );
    await expectSuccess(run, tenancy, success, "authentication");
  });

  testVerificationRefusals(run, path, body);
  testBrowserRoute(
    run,
    { method: "POST", path, allow: "POST, OPTIONS", body },
    "verificationsPerMinutePerAddress",
  );
});
