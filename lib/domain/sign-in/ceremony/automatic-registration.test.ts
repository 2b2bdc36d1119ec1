import { expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { savePolicy } from "@/lib/domain/passkey/policy/save-policy";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  beginSelfRegistration,
  finishAuthentication,
  finishRegistration,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const absent = { flags: { up: false, uv: false } };
const refused = {
  status: 400,
  body: { _tag: "@error/VerificationFailed", reason: "user-presence" },
};

test("a passkey that the backend allows without a prompt needs no user presence, and signs in", async () => {
  const tenancy = await createTestTenancy(run.current);
  const manager = device();
  const begun = await beginRegistration(tenancy, { automatic: true });
  expect(begun).toMatchObject({ mediation: "conditional" });
  const { status, body } = await finishRegistration(tenancy, manager, begun, absent);
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { principal: { userVerified: false } },
  });
  expect((await authenticate(tenancy, manager)).principal.authenticatorId).toBe(
    (body["principal"] as { authenticatorId: string }).authenticatorId,
  );
});

test("user presence is required in every other registration and in sign-ins", async () => {
  const tenancy = await createTestTenancy(run.current);
  for (const begun of [
    await beginRegistration(tenancy),
    await beginRegistration(tenancy, { automatic: false }),
    // Only the backend can choose it.
    await beginSelfRegistration(tenancy, { email: "ada@example.com", automatic: true }),
  ]) {
    expect(begun).not.toHaveProperty("mediation");
    expect(await finishRegistration(tenancy, device(), begun, absent)).toMatchObject(refused);
  }
  const manager = device();
  await finishRegistration(
    tenancy,
    manager,
    await beginRegistration(tenancy, { automatic: true }),
    absent,
  );
  expect(
    await finishAuthentication(tenancy, manager, await beginAuthentication(tenancy), absent),
  ).toMatchObject(refused);
});

test("is refused if an enforced policy requires user verification, and allowed if it monitors", async () => {
  const tenancy = await createTestTenancy(run.current);
  const authorize = (automatic: boolean) =>
    tenancy.backend("POST", "passkey/registration/authorize", { username: "ada", automatic });
  const save = (version: number, mode: "monitor" | "enforce") =>
    savePolicy(tenancy.ctx, {
      version,
      rules: PasskeyPolicyRules.parse({ mode, requireUserVerification: true }),
    });
  await save(0, "monitor");
  expect((await authorize(true)).status).toBe(200);
  await save(1, "enforce");
  expect(await authorize(true)).toMatchObject({
    status: 400,
    body: { _tag: "@error/BadRequest", issues: [{ path: "automatic" }] },
  });
  expect((await authorize(false)).status).toBe(200);
});

test.each([
  ["the request", {}, { userVerification: "required" }],
  ["the tenancy", { userVerification: "required" as const }, {}],
])("is refused if %s requires user verification", async (_who, settings, fields) => {
  const tenancy = await createTestTenancy(run.current, {}, settings);
  const { status, body } = await tenancy.backend("POST", "passkey/registration/authorize", {
    username: "ada@example.com",
    automatic: true,
    ...fields,
  });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { _tag: "@error/BadRequest", issues: [{ path: "automatic" }] },
  });
});
