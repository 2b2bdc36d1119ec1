import { describe, expect, test } from "vitest";
import {
  lockApiKey,
  revokeApiKey,
  unlockApiKey,
} from "@/lib/domain/access/api-key/set-api-key-state";
import { callApi } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import {
  beginAuthentication,
  finishAuthentication,
  register,
  registerSelf,
} from "@/testing/ceremonies";
import { changeAfterLookUp } from "@/testing/change-after-look-up";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const device = () => createSoftwareAuthenticator({ origin: testOrigin });
const invalid = { status: 404, body: { _tag: "@error/InvalidCode" } };

const backendOf =
  (tenancy: TestTenancy, key: string) => (method: "GET" | "POST", path: string, body?: unknown) =>
    callApi(method, path.startsWith("/") ? path : `/v2/${tenancy.id}/${path}`, {
      headers: { authorization: `Bearer ${key}` },
      ...(body === undefined ? {} : { body }),
    });
type Backend = ReturnType<typeof backendOf>;

/** A second backend of the tenancy, whose key stays active. */
const otherBackend = async (tenancy: TestTenancy) =>
  backendOf(tenancy, (await tenancy.createKey()).key);

const exchanges: [
  name: string,
  exchange: (backend: Backend, tenancy: TestTenancy, code: string) => ReturnType<Backend>,
][] = [
  ["GET token", (backend, tenancy, code) => backend("GET", `/${tenancy.id}/token/${code}`)],
  ["GET principal", (backend, _tenancy, code) => backend("GET", `principal/${code}`)],
  ["POST principal", (backend, _tenancy, code) => backend("POST", `principal/${code}`, {})],
  [
    "POST principal with a userId",
    (backend, _tenancy, code) => backend("POST", `principal/${code}`, { userId: "mallory" }),
  ],
  [
    "POST principal on the older mount",
    (backend, tenancy, code) => backend("POST", `/${tenancy.id}/principal/${code}`),
  ],
];

const disablings = [
  ["revoked", revokeApiKey],
  ["locked", lockApiKey],
] as const;

const ceremonies: [name: string, codeOf: (tenancy: TestTenancy) => Promise<string>][] = [
  ["registration", async (tenancy) => (await register(tenancy, device())).code],
  [
    "sign-in",
    async (tenancy) => {
      const phone = device();
      await register(tenancy, phone);
      const { authenticationToken } = (
        await tenancy.backend("POST", "passkey/authentication/authorize", { discoverable: true })
      ).body;
      const begun = await beginAuthentication(tenancy, { authenticationToken });
      return String((await finishAuthentication(tenancy, phone, begun)).body["code"]);
    },
  ],
];

describe.each(ceremonies)("the code of a %s", (_ceremony, codeOf) => {
  describe.each(disablings)(
    "under an API key that is %s before the exchange",
    (_state, disable) => {
      test.each(exchanges)("is InvalidCode for another valid key: %s", async (_name, exchange) => {
        const tenancy = await createTestTenancy(run.current);
        const backend = await otherBackend(tenancy);
        const code = await codeOf(tenancy);
        await disable(tenancy.ctx, tenancy.apiKeyId);
        expect(await exchange(backend, tenancy, code)).toMatchObject(invalid);
      });
    },
  );
});

describe.each(disablings)("a key that is %s after its lookup", (_state, disable) => {
  test.each(exchanges)("consumes no code: %s", async (_name, exchange) => {
    const tenancy = await createTestTenancy(run.current);
    const { id, key } = await tenancy.createKey();
    const backend = backendOf(tenancy, key);
    const { code } = await registerSelf(tenancy, device(), { email: "ada@example.com" });
    const reply = await changeAfterLookUp(
      run.current,
      () => disable(tenancy.ctx, id),
      () => exchange(backend, tenancy, code),
    );
    expect(reply).toMatchObject({ status: 403, body: { _tag: "@error/Forbidden" } });
    expect((await tenancy.backend("GET", `principal/${code}`)).status).toBe(200);
  });
});

test("unlocking the key makes an unexpired code valid again", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { code } = await register(tenancy, device());
  await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
  await unlockApiKey(tenancy.ctx, tenancy.apiKeyId);
  expect((await tenancy.backend("GET", `principal/${code}`)).status).toBe(200);
});

test("a self-service code does not depend on a key", async () => {
  const tenancy = await createTestTenancy(run.current);
  const backend = await otherBackend(tenancy);
  const { code } = await registerSelf(tenancy, device(), { email: "ada@example.com" });
  await revokeApiKey(tenancy.ctx, tenancy.apiKeyId);
  expect((await backend("GET", `principal/${code}`)).status).toBe(200);
});
