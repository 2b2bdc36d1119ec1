import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();

testKeyRoute(run, {
  method: "POST",
  path: "passkey-policy/simulate",
  allow: "POST",
  body: { rules: {} },
  lacking: "policy:read",
});

test("streams the refused passkeys and the totals, and changes nothing", async () => {
  const tenancy = await createTestTenancy(run.current);
  const device = (backupEligible: boolean) =>
    createSoftwareAuthenticator({ origin: testOrigin, backupEligible });
  const refused = await register(tenancy, device(true), { userId: "user-42", username: "ada" });
  await register(tenancy, device(false), { userId: "user-43", username: "bob" });
  const reply = await tenancy.backend("POST", "passkey-policy/simulate", {
    rules: { storage: "device-bound" },
  });
  expect(reply.headers.get("content-type")).toBe("application/x-ndjson");
  const lines = reply.text
    .trim()
    .split("\n")
    .map((line): unknown => JSON.parse(line));
  expect(lines).toMatchObject([
    {
      _tag: "RefusedPasskey",
      userId: "user-42",
      username: "ada",
      passkeyId: refused.principal.authenticatorId,
      reasons: ["policy-storage"],
    },
    {
      _tag: "PasskeyPolicySimulation",
      passkeys: 2,
      refusedPasskeys: 1,
      users: 2,
      affectedUsers: 1,
      refusedUsers: 1,
      notPredictable: [],
    },
  ]);
  expect((await tenancy.backend("GET", "passkey-policy")).body).toMatchObject({ version: 0 });
});

test("simulates the current policy without rules, and refuses invalid ones", async () => {
  const tenancy = await createTestTenancy(run.current);
  const current = await tenancy.backend("POST", "passkey-policy/simulate", {});
  expect(current.text.trim()).toContain('"refusedPasskeys":0');
  expect(
    await tenancy.backend("POST", "passkey-policy/simulate", { rules: { roots: ["none"] } }),
  ).toMatchObject({ status: 400, body: { issues: [{ path: "rules.roots.0" }] } });
});
