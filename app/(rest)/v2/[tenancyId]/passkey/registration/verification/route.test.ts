import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import { RegistrationSuccess } from "@/lib/contract/registration";
import { callApi } from "@/lib/testing/api-client";
import { createSoftwareAuthenticator } from "@/lib/testing/authenticator/software-authenticator";
import { register } from "@/lib/testing/ceremonies";
import { createTestTenancy, testOrigin } from "@/lib/testing/test-tenancy";
import { testBrowserRoute } from "@/tests/support/route-rules";
import { provideService } from "@/tests/support/provide-service";

const run = provideService();
const path = "passkey/registration/verification";
const body = { sessionToken: "x", response: { id: "AA", rawId: "AA", type: "public-key", response: { clientDataJSON: "AA", attestationObject: "AA" } } };
const keySet = createRemoteJWKSet(new URL("https://id.example.com/.well-known/jwks.json"), {
  [customFetch]: async () => Response.json((await callApi("GET", "/.well-known/jwks.json")).body),
});

describe("POST passkey/registration/verification", () => {
  test("answers a code, a principal that carries it, and an id_token that the key set verifies", async () => {
    const tenancy = await createTestTenancy(run.current);
    const device = createSoftwareAuthenticator({ origin: testOrigin });
    const success = RegistrationSuccess.parse(await register(tenancy, device));
    expect(success.principal.token).toBe(success.code);
    const now = Math.floor(run.current.clock.now() / 1_000);
    const { payload, protectedHeader } = await jwtVerify(success.id_token, keySet, { issuer: run.current.issuer, audience: tenancy.id, currentDate: new Date(now * 1_000) });
    expect(protectedHeader.alg).toBe("ES256");
    expect(payload).toMatchObject({ aud: tenancy.id, sub: success.principal.userId, iat: now, nbf: now, exp: now + 300, "a:id": success.principal.authenticatorId, "a:typ": "passkey", "pk:uv": true });
    const exchanged = await tenancy.backend("GET", `principal/${success.code}`);
    expect(exchanged.body).toMatchObject({ id: payload.jti, userId: payload.sub, operation: "registration", createdAt: now * 1_000, expiresAt: (now + 300) * 1_000 });
  });

  test("an unknown session is an InvalidToken", async () => {
    expect(await (await createTestTenancy(run.current)).browser("POST", path, body)).toMatchObject({ status: 400, body: { _tag: "@error/InvalidToken" } });
  });

  test.each([
    ["standard base64", { ...body, response: { ...body.response, id: "a+/=" } }, "response.id"],
    ["a response of another type", { ...body, response: { ...body.response, type: "password" } }, "response.type"],
    ["no response", { sessionToken: "x" }, "response"],
  ])("%s is a 400 that names the field", async (_name, wrong, field) => {
    expect(await (await createTestTenancy(run.current)).browser("POST", path, wrong)).toMatchObject({ status: 400, body: { _tag: "@error/BadRequest", issues: [{ path: field }] } });
  });

  testBrowserRoute(run, { method: "POST", path, allow: "POST, OPTIONS", body }, "verificationsPerMinutePerAddress");
});
