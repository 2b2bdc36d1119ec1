import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { callApi } from "./api-client";
import type { SignedIn } from "./ceremonies";
import type { TestService } from "./test-service";
import { createTestTenancy, type TestTenancy } from "./test-tenancy";

type Service = { readonly current: TestService };

const keySet = createRemoteJWKSet(new URL("https://id.example.com/.well-known/jwks.json"), {
  [customFetch]: async () => Response.json((await callApi("GET", "/.well-known/jwks.json")).body),
});

/**
 * Expects a success as in contract §3: code and token are one value, the key set verifies the
 * id_token, and the code exchanges for its principal.
 */
export async function expectSuccess(
  run: Service,
  tenancy: TestTenancy,
  success: SignedIn,
  operation: "registration" | "authentication",
): Promise<void> {
  expect(success.principal.token).toBe(success.code);
  const now = Math.floor(run.current.clock.now() / 1_000);
  const { payload, protectedHeader } = await jwtVerify(success.id_token, keySet, {
    issuer: run.current.issuer,
    audience: tenancy.id,
    currentDate: new Date(now * 1_000),
  });
  expect(protectedHeader.alg).toBe("ES256");
  expect(payload).toMatchObject({
    aud: tenancy.id,
    sub: success.principal.userId,
    iat: now,
    nbf: now,
    exp: now + 300,
    acr: "urn:keystead:aal2",
    "a:id": success.principal.authenticatorId,
    "a:typ": "passkey",
    "pk:uv": true,
  });
  const exchanged = await tenancy.backend("GET", `principal/${success.code}`);
  expect(exchanged.body).toMatchObject({
    id: payload.jti,
    userId: payload.sub,
    operation,
    createdAt: now * 1_000,
    expiresAt: (now + 300) * 1_000,
  });
}

/** Tests the errors that both verifications share. */
export function testVerificationRefusals(
  run: Service,
  path: string,
  body: { sessionToken: string; response: object },
): void {
  test("returns InvalidToken for an unknown session", async () => {
    expect(await (await createTestTenancy(run.current)).browser("POST", path, body)).toMatchObject({
      status: 400,
      body: { _tag: "@error/InvalidToken" },
    });
  });

  test.each([
    ["standard base64", { ...body, response: { ...body.response, id: "a+/=" } }, "response.id"],
    [
      "a response of another type",
      { ...body, response: { ...body.response, type: "password" } },
      "response.type",
    ],
    ["no response", { sessionToken: "x" }, "response"],
  ])("returns 400 with the field for %s", async (_name, wrong, field) => {
    expect(await (await createTestTenancy(run.current)).browser("POST", path, wrong)).toMatchObject(
      { status: 400, body: { _tag: "@error/BadRequest", issues: [{ path: field }] } },
    );
  });
}
