import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });

test("two tabs complete their ceremonies in either order", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  const laptop = device();
  const first = await beginRegistration(tenancy, { userId: "ada" });
  const second = await beginRegistration(tenancy, { userId: "ada" });
  expect((await finishRegistration(tenancy, phone, second)).status).toBe(200);
  expect((await finishRegistration(tenancy, laptop, first)).status).toBe(200);
  const one = await beginAuthentication(tenancy);
  const two = await beginAuthentication(tenancy);
  expect((await finishAuthentication(tenancy, phone, two)).status).toBe(200);
  expect((await finishAuthentication(tenancy, phone, one)).status).toBe(200);
});

test("rejects one tab's response in another tab's session", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  await register(tenancy, phone);
  const one = await beginAuthentication(tenancy);
  const two = await beginAuthentication(tenancy);
  const reply = await finishAuthentication(tenancy, phone, {
    ...one,
    optionsJSON: two.optionsJSON,
  });
  expect(reply).toMatchObject({
    status: 400,
    body: { _tag: "@error/VerificationFailed", reason: "challenge" },
  });
});

test("rejects a challenge after a failed attempt", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  await register(tenancy, phone);
  const failed = await beginAuthentication(tenancy);
  const fresh = await beginAuthentication(tenancy);
  expect(
    (await finishAuthentication(tenancy, phone, failed, { signature: "other-key" })).body["reason"],
  ).toBe("signature");
  expect((await finishAuthentication(tenancy, phone, failed)).body._tag).toBe(
    "@error/InvalidToken",
  );
  // The old challenge in a valid session.
  expect(
    (await finishAuthentication(tenancy, phone, { ...fresh, optionsJSON: failed.optionsJSON }))
      .body["reason"],
  ).toBe("challenge");
});

test("rejects another user's passkey in a sign-in for a user without passkeys", async () => {
  const tenancy = await createTestTenancy(run.current);
  const adas = device();
  const bobs = device();
  const ada = await register(tenancy, adas, { username: "ada@example.com" });
  await register(tenancy, bobs, { username: "bob@example.com" });
  expect(
    (await tenancy.backend("DELETE", `passkeys/${ada.principal.authenticatorId}`)).status,
  ).toBe(202);
  const begun = await beginAuthentication(tenancy, { email: "ada@example.com" });
  const reply = await finishAuthentication(tenancy, bobs, begun, {
    answerWith: bobs.credentials[0]!,
  });
  expect(reply).toMatchObject({
    status: 400,
    body: { _tag: "@error/VerificationFailed", reason: "credential-not-allowed" },
  });
});

test("treats the same credential id in two tenancies as two independent passkeys", async () => {
  const one = await createTestTenancy(run.current);
  const two = await createTestTenancy(run.current);
  const ones = device();
  const twos = device();
  const ada = await register(one, ones, { userId: "ada" });
  const credentialId = ones.credentials[0]?.id ?? "";
  const eve = await finishRegistration(two, twos, await beginRegistration(two, { userId: "eve" }), {
    credentialId,
  });
  expect(eve.status).toBe(200);

  expect((await authenticate(one, ones)).principal).toMatchObject({
    userId: "ada",
    authenticatorId: ada.principal.authenticatorId,
  });
  expect((await authenticate(two, twos)).principal.userId).toBe("eve");
  for (const [tenancy, begun, stranger] of [
    [one, await beginAuthentication(one), twos],
    [two, await beginAuthentication(two), ones],
  ] as const) {
    const reply = await finishAuthentication(tenancy, stranger, begun, {
      answerWith: { ...stranger.credentials[0]! },
    });
    expect(["user-handle", "signature"]).toContain(reply.body["reason"]);
  }

  expect(
    (await one.backend("PATCH", `passkeys/${ada.principal.authenticatorId}`, { enabled: false }))
      .status,
  ).toBe(202);
  expect((await finishAuthentication(one, ones, await beginAuthentication(one))).body._tag).toBe(
    "@error/PasskeyDisabled",
  );
  expect((await authenticate(two, twos)).principal.userId).toBe("eve");
  expect((await one.backend("DELETE", `passkeys/${ada.principal.authenticatorId}`)).status).toBe(
    202,
  );
  expect((await authenticate(two, twos)).principal.userId).toBe("eve");
});
