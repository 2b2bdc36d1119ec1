import { describe, expect, test } from "vitest";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  authenticate,
  beginAuthentication,
  beginRegistration,
  register,
} from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });

type Path = [
  name: string,
  exchange: (tenancy: TestTenancy, code: string) => ReturnType<TestTenancy["backend"]>,
];

const paths: Path[] = [
  ["GET token", (tenancy, code) => tenancy.backend("GET", `/${tenancy.id}/token/${code}`)],
  ["GET principal", (tenancy, code) => tenancy.backend("GET", `principal/${code}`)],
  ["POST principal", (tenancy, code) => tenancy.backend("POST", `principal/${code}`, {})],
  [
    "POST principal without a body",
    (tenancy, code) => tenancy.backend("POST", `principal/${code}`),
  ],
  [
    "GET principal on the older mount",
    (tenancy, code) => tenancy.backend("GET", `/${tenancy.id}/principal/${code}/`),
  ],
  [
    "POST principal on the older mount",
    (tenancy, code) =>
      tenancy.backend("POST", `/${tenancy.id}/principal/${code}`, { userId: "ada" }),
  ],
];
const invalid = { status: 404, body: { _tag: "@error/InvalidCode" } };

describe("single use", () => {
  test("100 exchanges over all paths: one 200, 99 InvalidCode", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { code } = await register(tenancy, device());
    const replies = await Promise.all(
      Array.from({ length: 17 }, () => paths.map(([, exchange]) => exchange(tenancy, code)))
        .flat()
        .slice(0, 100),
    );
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.body._tag === "@error/InvalidCode")).toHaveLength(99);
  });

  test.each(paths)("%s: once, and never again by any path", async (_name, exchange) => {
    const tenancy = await createTestTenancy(run.current);
    const { code } = await register(tenancy, device());
    expect((await exchange(tenancy, code)).status).toBe(200);
    for (const [, again] of paths) expect(await again(tenancy, code)).toMatchObject(invalid);
  });

  test.each(paths)(
    "%s: until five minutes after the whole second of issue",
    async (_name, exchange) => {
      const tenancy = await createTestTenancy(run.current);
      const { code: late } = await register(tenancy, device(), { username: "a" });
      const { code: early } = await register(tenancy, device(), { username: "b" });
      const row = await run.current.db.oneTimeToken.findFirstOrThrow({
        where: { tenancyId: tenancy.id, kind: "code" },
      });
      run.current.clock.advance(row.expiresAt.getTime() - run.current.clock.now() - 1);
      expect((await exchange(tenancy, early)).status).toBe(200);
      run.current.clock.advance(1);
      expect(await exchange(tenancy, late)).toMatchObject(invalid);
    },
  );

  test.each(paths)(
    "%s: not with another tenancy's key, which leaves the code valid",
    async (_name, exchange) => {
      const tenancy = await createTestTenancy(run.current);
      const other = await createTestTenancy(run.current);
      const { code } = await register(tenancy, device());
      expect(await exchange(other, code)).toMatchObject(invalid);
      expect((await exchange(tenancy, code)).status).toBe(200);
    },
  );

  test.each([
    [
      "passkey",
      (tenancy: TestTenancy, ids: { authenticatorId: string; sub: string }) =>
        updatePasskey(tenancy.ctx, ids.authenticatorId, { enabled: false }),
    ],
    [
      "user",
      (tenancy: TestTenancy, ids: { authenticatorId: string; sub: string }) =>
        setUserDisabled(tenancy.ctx, ids.sub, true),
    ],
  ])("rejects the code of a disabled %s", async (_name, disable) => {
    const tenancy = await createTestTenancy(run.current);
    const { code, principal } = await register(tenancy, device());
    await disable(tenancy, principal);
    expect(await tenancy.backend("GET", `principal/${code}`)).toMatchObject(invalid);
  });

  test("HEAD does not use up a code", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { code } = await register(tenancy, device());
    for (const path of [`/${tenancy.id}/token/${code}`, `/v2/${tenancy.id}/principal/${code}`])
      expect((await tenancy.backend("HEAD" as "GET", path)).status).toBe(405);
    expect((await tenancy.backend("GET", `principal/${code}`)).status).toBe(200);
  });
});

describe("kinds of tokens", () => {
  test("rejects every kind of value at every other endpoint, and keeps it valid at its own", async () => {
    const tenancy = await createTestTenancy(run.current);
    const phone = device();
    await register(tenancy, phone);
    const { code } = await authenticate(tenancy, phone);
    const registrationToken = (
      await tenancy.backend("POST", "passkey/registration/authorize", { username: "bob" })
    ).body["registrationToken"] as string;
    const authenticationToken = (
      await tenancy.backend("POST", "passkey/authentication/authorize", { discoverable: true })
    ).body["authenticationToken"] as string;
    const registration = await beginRegistration(tenancy, { username: "eve" });
    const authentication = await beginAuthentication(tenancy);
    const attestation = device().register(registration.optionsJSON);
    const assertion = phone.authenticate(authentication.optionsJSON);

    const places: Record<string, (value: string) => ReturnType<TestTenancy["browser"]>> = {
      registrationOptions: (value) =>
        tenancy.browser("POST", "passkey/registration/options", { registrationToken: value }),
      authenticationOptions: (value) =>
        tenancy.browser("POST", "passkey/authentication/options", { authenticationToken: value }),
      registrationVerification: (value) =>
        tenancy.browser("POST", "passkey/registration/verification", {
          sessionToken: value,
          response: attestation,
        }),
      authenticationVerification: (value) =>
        tenancy.browser("POST", "passkey/authentication/verification", {
          sessionToken: value,
          response: assertion,
        }),
      exchange: (value) => tenancy.backend("GET", `principal/${value}`),
    };
    const values: Record<string, string> = {
      registrationOptions: registrationToken,
      authenticationOptions: authenticationToken,
      registrationVerification: registration.sessionToken,
      authenticationVerification: authentication.sessionToken,
      exchange: code,
    };
    for (const [place, offer] of Object.entries(places))
      for (const [own, value] of Object.entries(values))
        if (own !== place)
          expect((await offer(value)).body._tag, `${own} at ${place}`).toBe(
            place === "exchange" ? "@error/InvalidCode" : "@error/InvalidToken",
          );
    for (const [place, offer] of Object.entries(places))
      expect((await offer(values[place] ?? "")).status, place).toBe(200);
  });

  test("returns InvalidToken for another tenancy's token, which stays valid there", async () => {
    const tenancy = await createTestTenancy(run.current);
    const other = await createTestTenancy(run.current);
    const { body } = await tenancy.backend("POST", "passkey/registration/authorize", {
      username: "ada",
    });
    const offer = { registrationToken: body["registrationToken"] };
    expect((await other.browser("POST", "passkey/registration/options", offer)).body._tag).toBe(
      "@error/InvalidToken",
    );
    expect((await tenancy.browser("POST", "passkey/registration/options", offer)).status).toBe(200);
  });

  test.each([["registration"], ["authentication"]])(
    "a %s token expires after ten minutes",
    async (kind) => {
      const tenancy = await createTestTenancy(run.current);
      const { body } = await tenancy.backend("POST", `passkey/${kind}/authorize`, {
        username: "ada",
        discoverable: true,
      });
      expect(body["expiresAt"]).toBe(run.current.clock.now() + 600_000);
      run.current.clock.advance(600_000);
      expect(
        (
          await tenancy.browser("POST", `passkey/${kind}/options`, {
            [`${kind}Token`]: body[`${kind}Token`],
          })
        ).body._tag,
      ).toBe("@error/InvalidToken");
    },
  );
});

test("no secret appears in logs, audit events or metrics, or is stored as plain text", async () => {
  const tenancy = await createTestTenancy(run.current);
  const phone = device();
  const begun = await beginRegistration(tenancy);
  await register(tenancy, phone);
  const { code, id_token } = await authenticate(tenancy, phone);
  await tenancy.backend("GET", `/${tenancy.id}/token/${code}`);
  await tenancy.backend("GET", `principal/${code}`);
  const { db, logged, metrics } = run.current;
  const where = { tenancyId: tenancy.id };
  const rows = [
    await db.auditEvent.findMany({ where }),
    await db.oneTimeToken.findMany({ where: { ...where, kind: "code" } }),
    await db.apiKey.findMany({ where }),
  ];
  const seen = [...logged, await metrics.render(), JSON.stringify(rows)].join("\n");
  for (const secret of [
    code,
    id_token,
    tenancy.apiKey,
    begun.sessionToken,
    begun.optionsJSON.challenge,
  ])
    expect(seen).not.toContain(secret);
  expect(JSON.stringify(await db.auditEvent.findMany({ where }))).not.toContain("ada@example.com");
  expect(logged.length).toBeGreaterThan(3);
});
