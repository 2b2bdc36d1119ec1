import { describe, expect, test } from "vitest";
import { Principal } from "@/lib/contract/principal";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();

describe("GET /{tenancyId}/token/{token}", () => {
  test.each(["", "/"])("returns exactly the principal (slash: '%s')", async (slash) => {
    const tenancy = await createTestTenancy(run.current);
    const { code, principal } = await register(
      tenancy,
      createSoftwareAuthenticator({ origin: testOrigin }),
      { userId: "ada", familyName: "Lovelace" },
    );
    const { status, body } = await tenancy.backend("GET", `/${tenancy.id}/token/${code}${slash}`);
    const now = Math.floor(run.current.clock.now() / 1_000);
    expect(status).toBe(200);
    expect(Principal.strict().parse(body)).toEqual(body);
    expect(body).toMatchObject({
      token: code,
      sub: principal.sub,
      email: "ada@example.com",
      givenName: "",
      familyName: "Lovelace",
      emailVerified: false,
      authType: "passkey",
      userVerified: true,
      authId: principal.authenticatorId,
      iss: run.current.issuer,
      aud: tenancy.id,
      iat: now,
      nbf: now,
      exp: now + 300,
    });
  });

  test("names the tenancy's own issuer", async () => {
    const tenancy = await createTestTenancy(run.current, {}, { issuer: "urn:harbour" });
    const device = createSoftwareAuthenticator({ origin: testOrigin });
    const { code } = await register(tenancy, device, { userId: "ada" });
    expect(await tenancy.backend("GET", `/${tenancy.id}/token/${code}`)).toMatchObject({
      body: { iss: "urn:harbour" },
    });
  });

  test("returns InvalidCode for an unknown token", async () => {
    const tenancy = await createTestTenancy(run.current);
    expect(await tenancy.backend("GET", `/${tenancy.id}/token/x`)).toMatchObject({
      status: 404,
      body: { _tag: "@error/InvalidCode" },
    });
  });

  testKeyRoute(run, { method: "GET", path: "/{tenancyId}/token/x", allow: "GET" });
});
