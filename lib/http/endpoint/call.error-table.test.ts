import { expect, test } from "vitest";
import { errorBody } from "@/lib/contract/error";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { errorStatus, type ErrorTag } from "@/lib/errors";
import { type ApiReply, callApi } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  beginRegistration,
  finishAuthentication,
  finishRegistration,
  register,
} from "@/testing/ceremonies";
import { challengeOf, createChallenge, guess, newMailbox, verify } from "@/testing/challenge-rules";
import { withBroken, withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const raise = (message: string) => {
  throw new Error(message);
};
const device = () => createSoftwareAuthenticator({ origin: testOrigin });

/** The contract's table, word for word. */
const contract: Record<ErrorTag, { status: number; extra: string[] }> = {
  "@error/BadRequest": { status: 400, extra: ["issues"] },
  "@error/InvalidEmail": { status: 400, extra: [] },
  "@error/DuplicateEmail": { status: 409, extra: [] },
  "@error/InvalidTenancy": { status: 404, extra: [] },
  "@error/Forbidden": { status: 403, extra: [] },
  "@error/NotFound": { status: 404, extra: [] },
  "@error/InvalidCode": { status: 404, extra: [] },
  "@error/InvalidToken": { status: 400, extra: [] },
  "@error/PasskeyNotFound": { status: 404, extra: ["credentialId", "rpId"] },
  "@error/PasskeyDisabled": { status: 403, extra: ["passkeyId"] },
  "@error/ProofRequired": { status: 403, extra: ["proofToken", "expiresAt"] },
  "@error/VerificationFailed": { status: 400, extra: ["reason"] },
  "@error/DuplicateUser": { status: 409, extra: [] },
  "@error/DuplicatePasskey": { status: 409, extra: [] },
  "@error/IdempotencyConflict": { status: 409, extra: [] },
  "@error/FeedReset": { status: 409, extra: [] },
  "@error/InvalidChallenge": { status: 400, extra: [] },
  "@error/InvalidChallengeCode": { status: 400, extra: ["attemptsRemaining"] },
  "@error/ChallengeExpired": { status: 400, extra: [] },
  "@error/ChallengeAttemptsExceeded": { status: 400, extra: [] },
  "@error/ChallengeRateLimited": { status: 429, extra: ["retryAfterSeconds"] },
  "@error/RateLimited": { status: 429, extra: ["retryAfterSeconds"] },
  "@error/UnsupportedMediaType": { status: 415, extra: [] },
  "@error/PayloadTooLarge": { status: 413, extra: [] },
  "@error/MethodNotAllowed": { status: 405, extra: [] },
  "@error/Unavailable": { status: 503, extra: [] },
  "@error/Internal": { status: 500, extra: ["requestId"] },
};

async function signInAfter(
  tenancy: TestTenancy,
  change: (passkeyId: string) => Promise<unknown>,
  lies = {},
): Promise<ApiReply> {
  const phone = device();
  const { principal } = await register(tenancy, phone);
  const begun = await beginAuthentication(tenancy);
  await change(principal.authenticatorId);
  return finishAuthentication(tenancy, phone, begun, lies);
}

/** A real request that meets each tag. */
const provoke: Record<ErrorTag, (tenancy: TestTenancy) => Promise<ApiReply>> = {
  "@error/BadRequest": (tenancy) => tenancy.backend("POST", "passkey/registration/authorize", {}),
  "@error/InvalidEmail": (tenancy) =>
    tenancy.browser("POST", "passkey/registration/options", { email: "x" }),
  "@error/DuplicateEmail": async (tenancy) => {
    await register(tenancy, device());
    return tenancy.browser("POST", "passkey/registration/options", { email: "ada@example.com" });
  },
  "@error/InvalidTenancy": (tenancy) =>
    tenancy.browser("POST", "/v2/x/passkey/registration/options", { username: "x" }),
  "@error/Forbidden": (tenancy) => tenancy.browser("GET", "user/x"),
  "@error/NotFound": (tenancy) => tenancy.backend("GET", "user/x"),
  "@error/InvalidCode": (tenancy) => tenancy.backend("GET", "principal/x"),
  "@error/InvalidToken": (tenancy) =>
    tenancy.browser("POST", "passkey/registration/options", { registrationToken: "x" }),
  "@error/PasskeyNotFound": (tenancy) =>
    signInAfter(tenancy, () =>
      run.current.db.passkey.deleteMany({ where: { tenancyId: tenancy.id } }),
    ),
  "@error/PasskeyDisabled": (tenancy) =>
    signInAfter(tenancy, (id) => updatePasskey(tenancy.ctx, id, { enabled: false })),
  "@error/ProofRequired": async (tenancy) => {
    await register(tenancy, device());
    await tenancy.set({ requireProofToAddPasskey: true });
    return tenancy.backend("POST", "passkey/registration/authorize", {
      username: "ada@example.com",
    });
  },
  "@error/VerificationFailed": (tenancy) =>
    signInAfter(tenancy, () => Promise.resolve(), { type: "x" }),
  "@error/DuplicateUser": async (tenancy) => {
    const { key } = await tenancy.createKey({ scopes: ["users:manage"] });
    const create = () =>
      tenancy.backend("POST", "users", { userId: "ada" }, { authorization: `Bearer ${key}` });
    await create();
    return create();
  },
  "@error/DuplicatePasskey": async (tenancy) => {
    const phone = device();
    await register(tenancy, phone);
    return finishRegistration(
      tenancy,
      device(),
      await beginRegistration(tenancy, { userId: "eve" }),
      { credentialId: phone.credentials[0]?.id ?? "" },
    );
  },
  "@error/IdempotencyConflict": async (tenancy) => {
    const create = () =>
      tenancy.backend(
        "POST",
        "challenges",
        { purpose: "login", email: newMailbox() },
        { "idempotency-key": "one" },
      );
    await create();
    return create();
  },
  "@error/FeedReset": async (tenancy) => {
    const { key } = await tenancy.createKey({ scopes: ["events:read"] });
    const headers = { authorization: `Bearer ${key}` };
    return tenancy.backend("GET", "events?after=1", undefined, headers);
  },
  "@error/InvalidChallenge": (tenancy) =>
    tenancy.backend("POST", "challenges/verify", { challengeId: "x", secret: "x", code: "x" }),
  "@error/InvalidChallengeCode": async (tenancy) => guess(tenancy, await challengeOf(tenancy)),
  "@error/ChallengeExpired": async (tenancy) => {
    const challenge = await challengeOf(tenancy);
    run.current.clock.advance(600_000);
    return verify(tenancy, challenge);
  },
  "@error/ChallengeAttemptsExceeded": async (tenancy) => {
    await tenancy.set({ codeAttempts: 3 });
    const challenge = await challengeOf(tenancy);
    for (let index = 0; index < 3; index++) await guess(tenancy, challenge, index);
    return verify(tenancy, challenge);
  },
  "@error/ChallengeRateLimited": async (tenancy) => {
    await tenancy.set({ challengesPerDay: 1 });
    await challengeOf(tenancy, { email: "limited@example.com" });
    return createChallenge(tenancy, { email: "limited@example.com" });
  },
  "@error/RateLimited": async (tenancy) => {
    await tenancy.set({ optionsPerMinute: 1 });
    await beginAuthentication(tenancy);
    return tenancy.browser("POST", "passkey/authentication/options", {});
  },
  "@error/UnsupportedMediaType": (tenancy) =>
    tenancy.backend("POST", "passkey/registration/authorize", {}, { "content-type": "text/json" }),
  "@error/PayloadTooLarge": (tenancy) =>
    tenancy.backend("POST", "passkey/registration/authorize", { username: "x".repeat(65_536) }),
  "@error/MethodNotAllowed": (tenancy) => callApi("DELETE", `/v2/${tenancy.id}/user/x`),
  "@error/Unavailable": (tenancy) => withLostDatabase(() => tenancy.backend("GET", "user/x")),
  "@error/Internal": (tenancy) => {
    const secrets = { ...run.current.secrets, mac: () => raise("broken") };
    return withBroken({ secrets }, () =>
      tenancy.browser("POST", "passkey/authentication/options", { email: "ada@example.com" }),
    );
  },
};

test("the table in the code matches the contract", () => {
  expect(errorStatus).toEqual(
    Object.fromEntries(Object.entries(contract).map(([tag, { status }]) => [tag, status])),
  );
});

test.each(Object.keys(contract) as ErrorTag[])(
  "a real request returns %s with its status and fields",
  async (tag) => {
    const reply = await provoke[tag](await createTestTenancy(run.current));
    expect(reply.body._tag).toBe(tag);
    expect(reply.status).toBe(contract[tag].status);
    expect(Object.keys(reply.body).sort()).toEqual(
      ["_tag", "message", ...contract[tag].extra].sort(),
    );
    expect(reply.body["message"]).toMatch(/^.{10,}$/);
    errorBody(tag).parse(reply.body);
    expect(reply.headers.get("content-type")).toBe("application/json");
    expect(reply.headers.get("cache-control")).toBe("no-store");
  },
);
