import { expect, test } from "vitest";
import type { ApiReply } from "@/lib/testing/api-client";
import { createSoftwareAuthenticator } from "@/lib/testing/authenticator/software-authenticator";
import { beginAuthentication, beginRegistration, register } from "@/lib/testing/ceremonies";
import { createTestTenancy, testOrigin } from "@/lib/testing/test-tenancy";
import { withBroken, withLostDatabase } from "@/lib/testing/other-instance";
import { provideService } from "@/tests/support/provide-service";

const run = provideService();
const raise = (message: string) => {
  throw new Error(message);
};

test("no secret from a request appears in errors, logs, audit events or metrics", async () => {
  const [tenancy, other] = [
    await createTestTenancy(run.current),
    await createTestTenancy(run.current),
  ];
  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  const { code, id_token } = await register(tenancy, phone);
  const registrationToken = (
    await tenancy.backend("POST", "passkey/registration/authorize", { username: "bob" })
  ).body["registrationToken"] as string;
  const registration = await beginRegistration(tenancy, { username: "eve" });
  const authentication = await beginAuthentication(tenancy);
  const secrets = [
    code,
    id_token,
    tenancy.apiKey,
    registrationToken,
    registration.sessionToken,
    authentication.sessionToken,
    registration.optionsJSON.challenge,
  ];
  const wrong = {
    clientDataJSON: Buffer.from(
      JSON.stringify({ type: "webauthn.get", challenge: "x", origin: testOrigin }),
    ).toString("base64url"),
  };
  const response = phone.authenticate(authentication.optionsJSON);

  const errors: ApiReply[] = [];
  for (const secret of secrets) {
    const path = encodeURIComponent(secret);
    errors.push(
      await other.backend("GET", `principal/${path}`),
      await other.backend("GET", `/${other.id}/token/${path}`),
      await other.backend("POST", `principal/${path}`, { code_verifier: secret }),
      await other.backend("GET", `user/${path}`),
      await other.backend("GET", `${path}/${path}`),
      await other.backend("PATCH", "user/x", {
        emailVerified: secret,
        givenName: secret.repeat(3),
      }),
      await other.backend("GET", "user/x", undefined, { authorization: `Bearer ${secret}x` }),
      await other.backend("POST", "passkey/registration/authorize", {
        username: "ada",
        email: secret,
      }),
      await other.backend("POST", "passkey/authentication/authorize", {
        userId: secret.slice(0, 200),
        allowCredentials: [secret.slice(0, 200)],
      }),
      await other.browser("POST", "passkey/registration/options", {
        registrationToken: secret.slice(0, 500),
      }),
      await other.browser("POST", "passkey/authentication/options", {
        authenticationToken: secret.slice(0, 500),
        mediation: secret,
      }),
      await other.browser("POST", "passkey/authentication/verification", {
        sessionToken: secret.slice(0, 500),
        response: { ...response, type: secret },
      }),
      await other.browser(
        "POST",
        "passkey/authentication/verification",
        `{"sessionToken":"${secret}"`,
      ),
      await withLostDatabase(() => tenancy.backend("GET", `principal/${path}`)),
      await withBroken({ secrets: { ...run.current.secrets, mac: () => raise(secret) } }, () =>
        tenancy.browser("POST", "passkey/authentication/options", { email: "ada@example.com" }),
      ),
    );
  }
  errors.push(
    await tenancy.browser("POST", "passkey/authentication/verification", {
      sessionToken: authentication.sessionToken,
      response: { ...response, response: { ...response.response, ...wrong } },
    }),
  );
  const failed = errors.filter(({ status }) => status >= 400);
  expect(new Set(failed.map(({ status }) => status))).toEqual(new Set([400, 403, 404, 500, 503]));

  const { db, logged, metrics } = run.current;
  const audited = await db.auditEvent.findMany({
    where: { tenancyId: { in: [tenancy.id, other.id] } },
  });
  const output = [
    ...failed.map(({ body, headers }) => JSON.stringify([body, [...headers]])),
    ...logged,
    await metrics.render(),
    JSON.stringify(audited),
  ].join("\n");
  for (const secret of secrets) expect(output).not.toContain(secret);
  expect(output).not.toContain("SELECT");
});
