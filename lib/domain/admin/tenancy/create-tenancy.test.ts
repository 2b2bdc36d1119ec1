import { describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/domain/access/api-key/create-api-key";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import type { Setting } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import { settingNames, settings } from "@/lib/domain/base/tenancy/settings";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { createTenancy, type NewTenancy } from "./create-tenancy";
import { setTenancySuspended } from "./delete-tenancy";

const run = provideService();
const create = (input: Partial<NewTenancy> = {}) =>
  createTenancy(
    run.current,
    { kind: "operator", id: "01jd3s0m6kz8f4w2v9b7c5x1ta" },
    { name: "Acme", environment: "production", rpId: "example.com", ...input },
  );

describe("a new tenancy", () => {
  test("has the default settings of the contract", async () => {
    const tenancy = await create();
    expect(tenancy).toMatchObject({
      name: "Acme",
      isSystem: false,
      environment: "production",
      rpId: "example.com",
      rpIds: [],
      rpName: "Acme",
      allowedOrigins: [],
      selfServiceRegistration: false,
      selfServiceAuthentication: true,
      userVerification: "preferred",
      attestation: "none",
      algorithms: [-8, -7, -257],
      passkeysPerUser: 20,
      passkeyPolicyVersion: 0,
      codeDigits: 6,
      codeMs: 600_000,
      codeAttempts: 5,
      challengesPerTenMinutes: 5,
      challengesPerDay: 20,
      challengesPerHourCeiling: 10_000,
      optionsPerMinutePerAddress: 30,
      optionsPerMinute: 1_200,
      verificationsPerMinutePerAddress: 60,
      exchangesPerMinutePerAddress: 60,
      brandLogoHash: null,
      sendEmailByDefault: true,
      hostedPages: false,
      suspendedAt: null,
    });
  });

  test("has the default of each setting's record", async () => {
    const defaults = settingNames.flatMap((name) => {
      const setting: Setting = settings[name];
      const isDecided = setting.kind === "toggle" && setting.default === null;
      return isDecided || setting.default === undefined ? [] : [[name, setting.default] as const];
    });
    expect(defaults.length).toBeGreaterThan(30);
    expect(await create()).toMatchObject(Object.fromEntries(defaults));
  });

  test("for a client of an older generation has what that client expects", async () => {
    expect(await create({ isCompatible: true })).toMatchObject({
      issuer: "passlock.dev",
      selfServiceRegistration: true,
      selfServiceAuthentication: true,
      legacyLookups: true,
      sendEmailByDefault: false,
    });
  });

  test("has its own id and client id, and its creation is audited", async () => {
    const one = await create();
    const two = await create();
    expect(new Set([one.id, one.clientId, two.id, two.clientId]).size).toBe(4);
    const events = await run.current.db.auditEvent.findMany({ where: { tenancyId: one.id } });
    expect(events).toEqual([
      expect.objectContaining({
        action: "tenancy.created",
        actorKind: "operator",
        targetKind: "tenancy",
        targetId: one.id,
      }),
    ]);
  });

  test.each([
    ["development", true],
    ["staging", false],
    ["production", false],
  ] as const)("in %s self-service registration begins as %s", async (environment, on) => {
    const tenancy = await create({ environment, rpId: "localhost" });
    expect(tenancy.selfServiceRegistration).toBe(on);
  });

  test.each([
    ["a public suffix", { rpId: "co.uk" }, "rpId"],
    ["a public suffix among further ones", { rpIds: ["example.org", "github.io"] }, "rpIds.1"],
    ["an origin elsewhere", { allowedOrigins: ["https://example.org"] }, "allowedOrigins.0"],
    ["a blank name", { name: " " }, "name"],
    ["a name of two lines", { rpName: "a\nb" }, "rpName"],
  ])("with %s is refused", async (_name, wrong, path) => {
    const before = await run.current.db.tenancy.count();
    await expect(create(wrong)).rejects.toMatchObject({
      tag: "@error/BadRequest",
      extra: { issues: [{ path }] },
    });
    expect(await run.current.db.tenancy.count()).toBe(before);
  });
});

describe("the system tenancy", () => {
  test("has no self-service registration, regardless of its settings", async () => {
    await run.current.db.tenancy.deleteMany({ where: { isSystem: true } });
    const system = await getSystemTenancy(run.current);
    expect(system).toMatchObject({
      isSystem: true,
      environment: "development",
      selfServiceRegistration: false,
    });
    await run.current.db.tenancy.update({
      where: { id: system.id },
      data: { selfServiceRegistration: true },
    });
    const reply = await callApi("POST", `/v2/${system.id}/passkey/registration/options`, {
      body: { email: "eve@example.com" },
      headers: { origin: "http://localhost:3000" },
    });
    expect(reply).toMatchObject({ status: 403, body: { _tag: "@error/Forbidden" } });
    expect(await run.current.db.oneTimeToken.count({ where: { tenancyId: system.id } })).toBe(0);
  });

  test("accepts no API key, even one inserted into the table", async () => {
    const system = await getSystemTenancy(run.current);
    const donor = await create();
    const ctx = {
      ...run.current,
      tenancy: { ...system, isSystem: false },
      actor: { kind: "system" } as const,
      requestId: "x",
      client: {},
    };
    const planted = await createApiKey(ctx, { name: "planted" });
    const ordinary = await createApiKey({ ...ctx, tenancy: donor }, { name: "ordinary" });
    const use = (tenancyId: string, key: string) =>
      callApi("GET", `/v2/${tenancyId}/user/x`, { headers: { authorization: `Bearer ${key}` } });
    expect((await use(system.id, planted.key)).status).toBe(403);
    expect((await use(donor.id, ordinary.key)).status).toBe(404);
  });
});

test("suspending and resuming take effect immediately and are audited", async () => {
  const tenancy = await create();
  const ctx = {
    ...run.current,
    tenancy,
    actor: { kind: "system" } as const,
    requestId: "x",
    client: {},
  };
  const ask = async () =>
    (await callApi("POST", `/v2/${tenancy.id}/passkey/authentication/options`, { body: {} }))
      .status;
  expect(await ask()).toBe(200);
  await setTenancySuspended(ctx, true);
  expect(await ask()).toBe(404);
  await setTenancySuspended(ctx, false);
  expect(await ask()).toBe(200);
  const actions = (
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id },
      orderBy: { id: "asc" },
    })
  ).map(({ action }) => action);
  expect(actions.sort()).toEqual(["tenancy.created", "tenancy.resumed", "tenancy.suspended"]);
});
