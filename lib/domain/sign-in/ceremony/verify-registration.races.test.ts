import { expect, test } from "vitest";
import type { ApiReply } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  beginRegistration,
  beginSelfRegistration,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const hundred = (call: () => Promise<ApiReply>) => Promise.all(Array.from({ length: 100 }, call));

function expectOneWinner(replies: ApiReply[]): void {
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ body }) => body._tag === "@error/InvalidToken")).toHaveLength(
    replies.length - 1,
  );
}

test("100 options requests with one registration token: one succeeds", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { body } = await tenancy.backend("POST", "passkey/registration/authorize", {
    username: "ada",
  });
  expectOneWinner(
    await hundred(() =>
      tenancy.browser("POST", "passkey/registration/options", {
        registrationToken: body["registrationToken"],
      }),
    ),
  );
});

test("100 options requests with one authentication token: one succeeds", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { body } = await tenancy.backend("POST", "passkey/authentication/authorize", {
    discoverable: true,
  });
  expectOneWinner(
    await hundred(() =>
      tenancy.browser("POST", "passkey/authentication/options", {
        authenticationToken: body["authenticationToken"],
      }),
    ),
  );
});

test("100 verifications of one registration session: one passkey", async () => {
  const tenancy = await createTestTenancy(run.current);
  const begun = await beginRegistration(tenancy);
  const body = { sessionToken: begun.sessionToken, response: device().register(begun.optionsJSON) };
  expectOneWinner(
    await hundred(() => tenancy.browser("POST", "passkey/registration/verification", body)),
  );
  expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(1);
  expect(await run.current.db.user.count({ where: { tenancyId: tenancy.id } })).toBe(1);
});

test("100 verifications of one authentication session: one code", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  await register(tenancy, phone);
  const begun = await beginAuthentication(tenancy);
  const body = {
    sessionToken: begun.sessionToken,
    response: phone.authenticate(begun.optionsJSON),
  };
  expectOneWinner(
    await hundred(() => tenancy.browser("POST", "passkey/authentication/verification", body)),
  );
  expect(
    await run.current.db.oneTimeToken.count({ where: { tenancyId: tenancy.id, kind: "code" } }),
  ).toBe(2);
});

test.each([
  ["application id", { userId: "ada", username: "ada" }],
  ["email", { username: "ada@example.com" }],
])("100 concurrent first registrations with one %s create one user", async (_name, fields) => {
  const tenancy = await createTestTenancy(run.current, {}, { passkeysPerUser: 100 });
  const begun = await Promise.all(
    Array.from({ length: 100 }, () => beginRegistration(tenancy, fields)),
  );
  const replies = await Promise.all(begun.map((one) => finishRegistration(tenancy, device(), one)));
  expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
  expect(await run.current.db.user.count({ where: { tenancyId: tenancy.id } })).toBe(1);
  expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(100);
});

test("one user gets an email that self-service users and an API key claim concurrently", async () => {
  const tenancy = await createTestTenancy(run.current);
  const email = "ada@example.com";
  const claims = await Promise.all(
    Array.from({ length: 30 }, () => beginSelfRegistration(tenancy, { email })),
  );
  const authorized = await beginRegistration(tenancy, { username: email });
  const replies = await Promise.all(
    [...claims, authorized].map((one) => finishRegistration(tenancy, device(), one)),
  );
  expect(replies.at(-1)?.status).toBe(200);
  expect(
    replies.filter(({ status, body }) => status !== 200 && body._tag !== "@error/DuplicateEmail"),
  ).toEqual([]);
  const withEmail = await run.current.db.user.findMany({
    where: { tenancyId: tenancy.id, emailNormalized: email },
  });
  expect(withEmail.map(({ emailOwned }) => emailOwned)).toEqual([true]);
});
