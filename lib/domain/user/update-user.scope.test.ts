import { describe, expect, test } from "vitest";
import { apiKeyScopes } from "@/lib/contract/api-key-scope";
import { callApi } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  finishAuthentication,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { challengeOf, verify } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const verifiedOf = async (tenancy: TestTenancy) =>
  (await run.current.db.user.findMany({ where: { tenancyId: tenancy.id } })).map(
    ({ emailVerified }) => emailVerified,
  );
const privileged = { emailVerified: true, emailOwned: true, user: { emailVerified: true } };

const others = apiKeyScopes.filter((scope) => scope !== "*" && scope !== "users:write");

describe("emailVerified requires the scope users:write", () => {
  test.each([
    ["all scopes but that one", others],
    ...others.map((scope): [string, typeof others] => [scope, [scope]]),
  ])("a key with %s is refused and changes nothing", async (_name, scopes) => {
    const tenancy = await createTestTenancy(run.current);
    const { principal } = await register(tenancy, device());
    const { key } = await tenancy.createKey({ scopes });
    for (const path of [
      `/v2/${tenancy.id}/user/${principal.sub}`,
      `/${tenancy.id}/user/${principal.sub}`,
    ])
      expect(
        await callApi("PATCH", path, {
          headers: { authorization: `Bearer ${key}` },
          body: { emailVerified: true },
        }),
      ).toMatchObject({ status: 403, body: { _tag: "@error/Forbidden" } });
    expect(await verifiedOf(tenancy)).toEqual([false]);
  });
});

test("emailVerified in the body of any other endpoint is ignored", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  const own = device();
  const { registrationToken } = (
    await tenancy.backend("POST", "passkey/registration/authorize", {
      username: "ada@example.com",
      userId: "ada",
      ...privileged,
    })
  ).body;
  const begun = (
    await tenancy.browser("POST", "passkey/registration/options", {
      registrationToken,
      ...privileged,
    })
  ).body as never;
  const registered = await finishRegistration(tenancy, phone, begun);
  await tenancy.backend("POST", `principal/${String(registered.body["code"])}`, {
    userId: "ada",
    ...privileged,
  });
  const claimed = (
    await tenancy.browser("POST", "passkey/registration/options", {
      email: "bob@example.com",
      ...privileged,
    })
  ).body as never;
  expect((await finishRegistration(tenancy, own, claimed)).status).toBe(200);
  const session = await beginAuthentication(tenancy, privileged);
  expect((await finishAuthentication(tenancy, phone, session)).status).toBe(200);
  const { principal } = registered.body as unknown as { principal: { authenticatorId: string } };
  await tenancy.backend("PATCH", `passkeys/${principal.authenticatorId}`, {
    username: "ada",
    ...privileged,
  });
  await tenancy.backend("PATCH", "users/ada/passkeys", {
    username: "ada@example.com",
    ...privileged,
  });
  expect(
    (
      await verify(
        tenancy,
        await challengeOf(tenancy, {
          email: "ada@example.com",
          userId: "ada",
          metadata: privileged,
          ...privileged,
        }),
      )
    ).status,
  ).toBe(200);
  expect(await verifiedOf(tenancy)).toEqual([false, false]);
});
