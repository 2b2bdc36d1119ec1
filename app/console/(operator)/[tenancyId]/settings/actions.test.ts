import { expect, test } from "vitest";
import type { ActionResult } from "@/lib/console/action-result";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import type { SettingsSection } from "@/lib/domain/base/tenancy/setting/setting-kinds";
import type { SettingsChange } from "@/lib/domain/base/tenancy/settings";
import { testRefusals } from "@/testing/action-refusals";
import { pngPicture } from "@/testing/pictures";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import {
  changeClientId,
  confirmHost,
  confirmSender,
  removeTenancy,
  saveAppearance,
  saveHostedPages,
  saveLimits,
  saveSender,
  saveSignIn,
  saveSites,
  setSuspended,
  takeBackHost,
  withdrawSender,
} from "./actions";

const run = provideService();
const admins = ["owner", "admin"] as const;
type Save = typeof saveSites;
const save = (by: Save, { id }: TestTenancy, changes: Parameters<Save>[1]["changes"]) =>
  by(id, { changes });

testRefusals(run, [
  {
    name: "saveAppearance",
    roles: admins,
    needsStepUp: false,
    call: (tenancy) => save(saveAppearance, tenancy, { name: "Taken" }),
  },
  {
    name: "saveSites",
    roles: admins,
    needsStepUp: true,
    call: (tenancy) => save(saveSites, tenancy, { environment: "development" }),
  },
  {
    name: "saveSignIn",
    roles: admins,
    needsStepUp: true,
    call: (tenancy) => save(saveSignIn, tenancy, { userVerification: "discouraged" }),
  },
  {
    name: "saveLimits",
    roles: admins,
    needsStepUp: true,
    call: (tenancy) => save(saveLimits, tenancy, { codeAttempts: 10 }),
  },
  {
    name: "saveSender",
    roles: admins,
    needsStepUp: true,
    call: (tenancy) => save(saveSender, tenancy, { mailSender: "ceo@bank.example" }),
  },
  {
    name: "saveHostedPages",
    roles: admins,
    needsStepUp: true,
    call: ({ id }) => saveHostedPages(id, { isOn: false }),
  },
  {
    name: "changeClientId",
    roles: admins,
    needsStepUp: true,
    call: ({ id }) => changeClientId(id, {}),
  },
  {
    name: "setSuspended",
    roles: ["owner"],
    needsStepUp: true,
    call: ({ id }) => setSuspended(id, { isSuspended: true }),
  },
  {
    name: "removeTenancy",
    roles: ["owner"],
    needsStepUp: true,
    call: ({ id }) => removeTenancy(id, { name: "Test" }),
  },
  {
    name: "confirmHost",
    roles: [],
    needsStepUp: true,
    call: ({ id }) => confirmHost(id, { host: "example.com" }),
  },
  {
    name: "takeBackHost",
    roles: [],
    needsStepUp: true,
    call: ({ id }) => takeBackHost(id, { host: "example.com" }),
  },
  {
    name: "confirmSender",
    roles: [],
    needsStepUp: true,
    call: ({ id }) => confirmSender(id, { domain: "shop.example" }),
  },
  {
    name: "withdrawSender",
    roles: [],
    needsStepUp: true,
    call: ({ id }) => withdrawSender(id, { domain: "shop.example" }),
  },
]);

test("an admin saves settings, and a second one who saves an older page is told", async () => {
  const tenancy = await createTestTenancy(run.current);
  const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "admin" });
  const expected = { codeDigits: 6 };
  expect(
    await admin.as(() => saveLimits(tenancy.id, { changes: { codeDigits: 8 }, expected })),
  ).toMatchObject({ ok: true, value: { changed: ["codeDigits"] } });
  expect(
    await admin.as(() => saveLimits(tenancy.id, { changes: { codeDigits: 9 }, expected })),
  ).toMatchObject({ ok: false, error: { issues: [{ path: "expected.codeDigits" }] } });
  expect((await findTenancy(run.current, tenancy.id))?.codeDigits).toBe(8);
});

test.each([
  ["a number out of bounds", saveLimits, { codeDigits: 5 }, "codeDigits"],
  ["an origin elsewhere", saveSites, { allowedOrigins: ["https://evil.test"] }, "allowedOrigins.0"],
  ["the console's own domain", saveSites, { rpIds: ["localhost"] }, "rpIds.0"],
])("%s is told beside its field", async (_name, by, changes, path) => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  expect(await owner.as(() => save(by, tenancy, changes))).toMatchObject({
    ok: false,
    error: { tag: "@error/BadRequest", issues: [{ path }] },
  });
});

test.each([
  ["a text", "x"],
  ["a list", []],
  ["nothing", null],
])("%s instead of settings is refused", async (_name, changes) => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  expect(await owner.as(() => save(saveAppearance, tenancy, changes as object))).toMatchObject({
    ok: false,
    error: { tag: "@error/BadRequest", issues: [{ path: "changes" }] },
  });
});

test("what is no setting cannot be saved: neither id, system flag nor suspension", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const privileged = {
    id: "x",
    isSystem: true,
    suspendedAt: new Date(run.current.clock.now()),
    clientId: "x",
    deletedAt: null,
  } as object;
  for (const by of [saveAppearance, saveSites, saveSignIn, saveLimits, saveSender])
    expect(await owner.as(() => save(by, tenancy, privileged))).toMatchObject({
      ok: false,
      error: { tag: "@error/BadRequest" },
    });
  expect(await findTenancy(run.current, tenancy.id)).toMatchObject({
    id: tenancy.id,
    isSystem: false,
    suspendedAt: null,
    clientId: tenancy.clientId,
  });
});

const oneOfEach = {
  appearance: [saveAppearance, { rpName: "Harbour", brandColor: "#0e6a4e" }],
  sites: [saveSites, { redirectUris: ["https://app.example.com/done"] }],
  "sign-in": [saveSignIn, { userVerification: "discouraged" }],
  limits: [saveLimits, { codeAttempts: 9 }],
  sender: [saveSender, { mailSender: "no-reply@example.com" }],
} as const satisfies Record<SettingsSection, readonly [Save, SettingsChange]>;
const sections = Object.keys(oneOfEach) as SettingsSection[];
const pairs = sections.flatMap((by) => sections.map((changed) => [by, changed] as const));

test.each(pairs)(
  "the action for %s saves %s only within its section, and what is cosmetic",
  async (by, changed) => {
    const tenancy = await createTestTenancy(run.current);
    const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
    const [action] = oneOfEach[by];
    const [, changes] = oneOfEach[changed];
    const result = await owner.as(() => save(action, tenancy, changes));
    if (by === changed || changed === "appearance")
      expect(result).toMatchObject({ ok: true, value: { changed: Object.keys(changes) } });
    else
      expect(result).toMatchObject({
        ok: false,
        error: {
          tag: "@error/BadRequest",
          issues: [{ path: `changes.${Object.keys(changes)[0]}` }],
        },
      });
  },
);

test("a setting that a schema would not see is refused as well", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const hidden = [
    JSON.parse('{"__proto__":{"mailSender":"ceo@bank.example"}}'),
    Object.create({ mailSender: "ceo@bank.example" }),
  ] as object[];
  for (const changes of hidden) await owner.as(() => save(saveAppearance, tenancy, changes));
  expect(
    (await run.current.db.tenancy.findUniqueOrThrow({ where: { id: tenancy.id } })).mailSender,
  ).toBeNull();
});

test("a logo is what its bytes are, and SVG is none", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const svg = new Uint8Array(
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'),
  );
  const saveLogo = (logo: Uint8Array<ArrayBuffer> | null) =>
    owner.as(() => saveAppearance(tenancy.id, { changes: {}, logo }));
  const hash = async () => (await findTenancy(run.current, tenancy.id))?.brandLogoHash;
  expect(await saveLogo(svg)).toMatchObject({
    ok: false,
    error: { issues: [{ path: "brandLogo" }] },
  });
  expect(await saveLogo(pngPicture(20, 20))).toMatchObject({ ok: true });
  expect(await hash()).toMatch(/^[0-9a-f]{16}$/);
  expect(await saveLogo(null)).toMatchObject({ ok: true });
  expect(await hash()).toBeNull();
});

test("a system owner confirms a host below an rpId and no other, and takes it back", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current);
  const host = `${run.current.createId()}.example.com`;
  expect(await owner.as(() => confirmHost(tenancy.id, { host: "example.org" }))).toMatchObject({
    ok: false,
    error: { issues: [{ path: "host" }] },
  });
  expect(await owner.as(() => confirmHost(tenancy.id, { host: "localhost" }))).toMatchObject({
    ok: false,
    error: { issues: [{ path: "host" }] },
  });
  expect(await owner.as(() => confirmHost(tenancy.id, { host }))).toMatchObject({ ok: true });
  expect(await owner.as(() => confirmHost(tenancy.id, { host }))).toMatchObject({
    ok: false,
    error: { issues: [{ path: "host" }] },
  });
  expect(await owner.as(() => takeBackHost(tenancy.id, { host }))).toMatchObject({ ok: true });
  expect(await owner.as(() => takeBackHost(tenancy.id, { host }))).toMatchObject({
    ok: false,
    error: { tag: "@error/NotFound" },
  });
});

test("an owner rotates the client id, suspends, resumes, and deletes by name", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const rotated = await owner.as(() => changeClientId(tenancy.id, {}));
  if (!rotated.ok) throw new Error(rotated.error.message);
  const send = async (clientId: string) =>
    (
      await tenancy.browser(
        "POST",
        "passkey/authentication/options",
        {},
        { "x-client-id": clientId },
      )
    ).status;
  expect([await send(tenancy.clientId), await send(rotated.value.clientId)]).toEqual([403, 200]);
  expect(await owner.as(() => setSuspended(tenancy.id, { isSuspended: true }))).toMatchObject({
    ok: true,
  });
  expect(await send(rotated.value.clientId)).toBe(404);
  expect(await owner.as(() => setSuspended(tenancy.id, { isSuspended: false }))).toMatchObject({
    ok: true,
  });
  expect(await send(rotated.value.clientId)).toBe(200);
  expect(await owner.as(() => removeTenancy(tenancy.id, { name: "Tes" }))).toMatchObject({
    ok: false,
    error: { issues: [{ path: "name" }] },
  });
  expect(await owner.as(() => removeTenancy(tenancy.id, { name: "Test" }))).toMatchObject({
    ok: true,
  });
  expect(await owner.as(() => removeTenancy(tenancy.id, { name: "Test" }))).toMatchObject({
    ok: false,
  });
  expect(await send(rotated.value.clientId)).toBe(404);
});

test("the operators' own tenancy is not changed, suspended or deleted by its owner", async () => {
  const owner = await createTestOperator(run.current);
  const { id, name } = owner.system.tenancy;
  const acts: (() => Promise<ActionResult<unknown>>)[] = [
    () => saveAppearance(id, { changes: { name: "x" } }),
    () => saveAppearance(id, { changes: {}, logo: null }),
    () => changeClientId(id, {}),
    () => setSuspended(id, { isSuspended: true }),
    () => removeTenancy(id, { name }),
    () => confirmHost(id, { host: "localhost" }),
  ];
  for (const act of acts)
    expect(await owner.as(act)).toMatchObject({ ok: false, error: { tag: "@error/Forbidden" } });
});
