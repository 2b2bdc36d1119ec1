import { beforeAll, expect, test } from "vitest";
import type { ApiReply } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  register,
} from "@/testing/ceremonies";
import { challengeOf, verify } from "@/testing/challenge-rules";
import { withBroken, withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { recordSpans, traceTestService } from "@/testing/record-spans";
import { createTestTenancy, testOrigin } from "@/testing/test-tenancy";

const run = provideService();
beforeAll(() => traceTestService(run.current));

const raise = (message: string) => {
  throw new Error(message);
};

test("no secret from a request appears in errors, logs, spans, audit events or metrics", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
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
  const sendEverywhere = async (secret: string) => {
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
  };
  const { receiver } = await recordSpans(run.current, async () => {
    for (const secret of secrets) await sendEverywhere(secret);
  });
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

  const spans = receiver.bodies.join("\n");
  expect(spans).toMatch(/"@error\/Internal"/);
  expect(spans).toMatch(/"UPDATE OneTimeToken/);
  for (const secret of [...secrets, "ada@example.com", "Bearer", "WHERE", "$1"])
    expect(spans).not.toContain(secret);
});

test("no secret, address, name or parameter of a request that succeeds appears in spans", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = createSoftwareAuthenticator({ origin: testOrigin });
  const email = "grace.of.spans@example.com";
  const seen = [
    tenancy.apiKey,
    email,
    encodeURIComponent(email),
    "203.0.113.7",
    "Hopper",
    "curl/8",
  ];
  const { receiver } = await recordSpans(run.current, async () => {
    const { principal, ...registered } = await register(tenancy, phone, {
      username: email,
      userId: "application-id-7",
    });
    const begun = await beginAuthentication(tenancy);
    const { code, id_token } = await authenticate(tenancy, phone);
    const challenge = await challengeOf(tenancy, { email });
    await verify(tenancy, challenge);
    await tenancy.backend("PATCH", `user/${principal.sub}`, { familyName: "Hopper-Brewster" });
    await tenancy.backend("GET", `users?email=${encodeURIComponent(email)}`, undefined, {
      "user-agent": "curl/8",
    });
    await tenancy.backend("GET", `/${tenancy.id}/token/${code}`);
    seen.push(
      registered.code,
      registered.id_token,
      code,
      id_token,
      begun.sessionToken,
      begun.optionsJSON.challenge,
      challenge.secret,
      challenge.code,
      challenge.challengeId,
      principal.sub,
      "application-id-7",
      phone.credentials[0]?.id ?? "",
    );
  });
  const spans = receiver.bodies.join("\n");
  for (const name of ["UPDATE User", "createChallenge", "verifyChallenge"])
    expect(spans).toContain(name);
  for (const secret of seen) {
    expect(secret).toMatch(/./);
    // Alone: the six digits of a code can be part of a time.
    expect(spans).not.toMatch(/^\d+$/.test(secret) ? new RegExp(`\\b${secret}\\b`) : secret);
  }
});
