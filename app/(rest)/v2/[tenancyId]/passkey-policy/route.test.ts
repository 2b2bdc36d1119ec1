import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

testKeyRoute(run, {
  method: "GET",
  path: "passkey-policy",
  allow: "GET, HEAD, POST",
  lacking: "vault:read",
});

const rules = {
  mode: "monitor",
  enforceOnSignIn: true,
  roots: [],
  metadata: false,
  allowedAaguids: [],
  deniedAaguids: [],
  minimumCertification: null,
  storage: "device-bound",
  requireUserVerification: false,
  topOrigins: [],
  algorithms: [],
};

async function open() {
  const tenancy = await createTestTenancy(run.current);
  const { key } = await tenancy.createKey({ scopes: ["policy:read", "policy:write"] });
  const headers = { authorization: `Bearer ${key}` };
  const save = (body: object) => tenancy.backend("POST", "passkey-policy", body, headers);
  return { tenancy, headers, save };
}

test("saves and returns a version", async () => {
  const { tenancy, headers, save } = await open();
  expect((await tenancy.backend("GET", "passkey-policy", undefined, headers)).body).toMatchObject({
    _tag: "PasskeyPolicy",
    version: 0,
    rules: { mode: "off", storage: "any" },
  });
  const { mode, enforceOnSignIn, storage } = rules;
  const saved = await save({
    version: 0,
    rules: { mode, enforceOnSignIn, storage },
    reason: "Audit 2026",
  });
  const expected = {
    _tag: "PasskeyPolicy",
    version: 1,
    rules,
    reason: "Audit 2026",
    createdAt: run.current.clock.now(),
  };
  expect(saved).toMatchObject({ status: 200, body: expected });
  const read = await tenancy.backend("GET", "passkey-policy", undefined, headers);
  expect(read.body).toEqual(expected);
});

test("refuses a version that is not the current one", async () => {
  const { save } = await open();
  await save({ version: 0, rules });
  expect(await save({ version: 0, rules })).toMatchObject({
    status: 400,
    body: { _tag: "@error/BadRequest", issues: [{ path: "version" }] },
  });
});

test("refuses invalid rules and names the field", async () => {
  const { save } = await open();
  expect(await save({ version: 0, rules: { ...rules, roots: ["none"] } })).toMatchObject({
    status: 400,
    body: { issues: [{ path: "rules.roots.0" }] },
  });
});

test("a key with the scope * can read but not save", async () => {
  const tenancy = await createTestTenancy(run.current);
  expect((await tenancy.backend("GET", "passkey-policy")).status).toBe(200);
  expect((await tenancy.backend("POST", "passkey-policy", { version: 0, rules })).status).toBe(403);
});
