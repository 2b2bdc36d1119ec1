import { expect, test } from "vitest";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  register,
} from "@/testing/ceremonies";
import { challengeOf } from "@/testing/challenge-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });

/** Creates a valid value of every kind, by the name of the endpoint that accepts it. */
async function valuesOf(tenancy: TestTenancy) {
  const phone = device();
  await register(tenancy, phone, { userId: "ada", username: "ada" });
  const field = async (path: string, body: object, name: string) =>
    String((await tenancy.backend("POST", path, body)).body[name]);
  const registration = await beginRegistration(tenancy, { username: "eve" });
  const authentication = await beginAuthentication(tenancy);
  const challenge = await challengeOf(tenancy);
  const values: Record<string, string> = {
    "registration options": await field(
      "passkey/registration/authorize",
      { username: "bob" },
      "registrationToken",
    ),
    "authentication options": await field(
      "passkey/authentication/authorize",
      { discoverable: true },
      "authenticationToken",
    ),
    "registration verification": registration.sessionToken,
    "authentication verification": authentication.sessionToken,
    "code exchange": (await authenticate(tenancy, phone)).code,
    "update exchange": await field(
      "passkeys/update",
      { userId: "ada", username: "ada" },
      "updatePasskeysToken",
    ),
    "prune exchange": await field("passkeys/prune", { userId: "ada" }, "prunePasskeysToken"),
    "delete exchange": await field("passkeys/delete", { userId: "nobody" }, "deletePasskeysToken"),
    "challenge verification": challenge.secret,
    "challenge deletion": challenge.challengeId,
  };
  const attestation = device().register(registration.optionsJSON);
  const assertion = phone.authenticate(authentication.optionsJSON);
  const places: Record<string, (value: string) => ReturnType<TestTenancy["browser"]>> = {
    "registration options": (value) =>
      tenancy.browser("POST", "passkey/registration/options", { registrationToken: value }),
    "authentication options": (value) =>
      tenancy.browser("POST", "passkey/authentication/options", { authenticationToken: value }),
    "registration verification": (value) =>
      tenancy.browser("POST", "passkey/registration/verification", {
        sessionToken: value,
        response: attestation,
      }),
    "authentication verification": (value) =>
      tenancy.browser("POST", "passkey/authentication/verification", {
        sessionToken: value,
        response: assertion,
      }),
    "code exchange": (value) => tenancy.backend("GET", `principal/${value}`),
    "update exchange": (value) =>
      tenancy.browser("POST", "passkeys/update/exchange", { updatePasskeysToken: value }),
    "prune exchange": (value) =>
      tenancy.browser("POST", "passkeys/prune/exchange", { prunePasskeysToken: value }),
    "delete exchange": (value) =>
      tenancy.browser("POST", "passkeys/delete/exchange", { deletePasskeysToken: value }),
    "challenge verification": (value) =>
      tenancy.backend("POST", "challenges/verify", {
        challengeId: challenge.challengeId,
        secret: value,
        code: challenge.code,
      }),
    "challenge deletion": (value) => tenancy.backend("DELETE", `challenges/${value}`),
  };
  return { values, places };
}

const tagAt = (place: string) =>
  place === "code exchange"
    ? "@error/InvalidCode"
    : place === "challenge verification"
      ? "@error/InvalidChallenge"
      : place === "challenge deletion"
        ? "ChallengeDeleted"
        : "@error/InvalidToken";

test("rejects a value of one kind as any other kind, and keeps it valid as its own", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { values, places } = await valuesOf(tenancy);
  for (const [place, offer] of Object.entries(places))
    for (const [own, value] of Object.entries(values))
      if (own !== place)
        expect((await offer(value)).body._tag, `${own} at ${place}`).toBe(tagAt(place));
  for (const [place, offer] of Object.entries(places))
    expect([place, (await offer(values[place] ?? "")).status]).toEqual([
      place,
      place === "challenge deletion" ? 202 : 200,
    ]);
});

test("does not accept tokens as passkey or user ids", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { values } = await valuesOf(tenancy);
  const passkeys = () => run.current.db.passkey.count({ where: { tenancyId: tenancy.id } });
  const before = await passkeys();
  for (const value of Object.values(values)) {
    expect(
      (await tenancy.backend("POST", "passkeys/delete", { passkeyIds: [value] })).body["warnings"],
    ).toMatchObject([{ code: "PASSKEY_NOT_FOUND" }]);
    expect(
      (await tenancy.backend("POST", "passkeys/delete", { userId: value })).body["warnings"],
    ).toMatchObject([{ code: "NO_PASSKEYS_FOUND" }]);
    expect((await tenancy.backend("DELETE", `passkeys/${value}`)).status).toBe(404);
  }
  expect(await passkeys()).toBe(before);
});
