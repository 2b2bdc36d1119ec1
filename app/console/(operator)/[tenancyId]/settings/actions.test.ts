import { expect, test } from "vitest";
import type { ActionResult } from "@/lib/console/action-result";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { testRefusals } from "@/lib/testing/action-refusals";
import { createTestOperator } from "@/lib/testing/test-operator";
import { createTestTenancy, type TestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { changeClientId, confirmHost, removeTenancy, saveHostedPages, saveLogo, saveSettings, setSuspended, takeBackHost } from "./actions";

const run = provideService();
const admins = ["owner", "admin"] as const;
const png = () => new Uint8Array(Buffer.from("89504e470d0a1a0a00", "hex"));
const loadedAtOf = async ({ id }: TestTenancy) => (await run.current.db.tenancy.findUniqueOrThrow({ where: { id } })).updatedAt.getTime();
const save = async (tenancy: TestTenancy, changes: Parameters<typeof saveSettings>[1]["changes"]) => saveSettings(tenancy.id, { changes, loadedAt: await loadedAtOf(tenancy) });

testRefusals(run, [
  { name: "saveSettings", roles: admins, needsStepUp: false, call: (tenancy) => save(tenancy, { name: "Taken" }) },
  { name: "saveLogo", roles: admins, needsStepUp: false, call: ({ id }) => saveLogo(id, { logo: png() }) },
  { name: "saveHostedPages", roles: admins, needsStepUp: false, call: ({ id }) => saveHostedPages(id, { isOn: false }) },
  { name: "changeClientId", roles: admins, needsStepUp: true, call: ({ id }) => changeClientId(id, {}) },
  { name: "setSuspended", roles: ["owner"], needsStepUp: true, call: ({ id }) => setSuspended(id, { isSuspended: true }) },
  { name: "removeTenancy", roles: ["owner"], needsStepUp: true, call: ({ id }) => removeTenancy(id, { name: "Test" }) },
  { name: "confirmHost", roles: [], needsStepUp: true, call: ({ id }) => confirmHost(id, { host: "example.com" }) },
  { name: "takeBackHost", roles: [], needsStepUp: true, call: ({ id }) => takeBackHost(id, { host: "example.com" }) },
]);

test("an admin saves settings, and a second one who saves an older page is told", async () => {
  const tenancy = await createTestTenancy(run.current);
  const admin = await createTestOperator(run.current, { tenancyId: tenancy.id, role: "admin" });
  const loadedAt = await loadedAtOf(tenancy);
  expect(await admin.as(() => saveSettings(tenancy.id, { changes: { codeDigits: 8 }, loadedAt }))).toMatchObject({ ok: true, value: { changed: ["codeDigits"] } });
  expect(await admin.as(() => saveSettings(tenancy.id, { changes: { codeDigits: 9 }, loadedAt }))).toMatchObject({ ok: false, error: { issues: [{ path: "loadedAt" }] } });
  expect((await findTenancy(run.current, tenancy.id))?.codeDigits).toBe(8);
});

test.each([
  ["a number out of bounds", { codeDigits: 5 }, "codeDigits"],
  ["an origin elsewhere", { allowedOrigins: ["https://evil.test"] }, "allowedOrigins.0"],
  ["the console's own domain", { rpIds: ["localhost"] }, "rpIds.0"],
])("%s is told beside its field", async (_name, changes, path) => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  expect(await owner.as(() => save(tenancy, changes))).toMatchObject({ ok: false, error: { tag: "@error/BadRequest", issues: [{ path }] } });
});

test.each([["a text", "x"], ["a list", []], ["nothing", null]])("%s instead of settings is refused", async (_name, changes) => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  expect(await owner.as(() => save(tenancy, changes as object))).toMatchObject({ ok: false, error: { tag: "@error/BadRequest", issues: [{ path: "changes" }] } });
});

test("what is no setting cannot be saved: neither id, system flag nor suspension", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const privileged = { id: "x", isSystem: true, suspendedAt: new Date(run.current.clock.now()), clientId: "x", deletedAt: null } as object;
  expect(await owner.as(() => save(tenancy, privileged))).toMatchObject({ ok: true, value: { changed: [] } });
  expect(await findTenancy(run.current, tenancy.id)).toMatchObject({ id: tenancy.id, isSystem: false, suspendedAt: null, clientId: tenancy.clientId });
});

test("a logo is what its bytes are, and SVG is none", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const svg = new Uint8Array(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'));
  expect(await owner.as(() => saveLogo(tenancy.id, { logo: svg }))).toMatchObject({ ok: false, error: { issues: [{ path: "brandLogo" }] } });
  expect(await owner.as(() => saveLogo(tenancy.id, { logo: png() }))).toMatchObject({ ok: true });
  expect((await findTenancy(run.current, tenancy.id))?.brandLogoHash).toMatch(/^[0-9a-f]{16}$/);
});

test("an installation owner confirms a host below an rpId and no other, and takes it back", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current);
  const host = `${run.current.createId()}.example.com`;
  expect(await owner.as(() => confirmHost(tenancy.id, { host: "example.org" }))).toMatchObject({ ok: false, error: { issues: [{ path: "host" }] } });
  expect(await owner.as(() => confirmHost(tenancy.id, { host: "localhost" }))).toMatchObject({ ok: false, error: { issues: [{ path: "host" }] } });
  expect(await owner.as(() => confirmHost(tenancy.id, { host }))).toMatchObject({ ok: true });
  expect(await owner.as(() => confirmHost(tenancy.id, { host }))).toMatchObject({ ok: false, error: { issues: [{ path: "host" }] } });
  expect(await owner.as(() => takeBackHost(tenancy.id, { host }))).toMatchObject({ ok: true });
  expect(await owner.as(() => takeBackHost(tenancy.id, { host }))).toMatchObject({ ok: false, error: { tag: "@error/NotFound" } });
});

test("an owner rotates the client id, suspends, resumes, and deletes by name", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: tenancy.id });
  const rotated = await owner.as(() => changeClientId(tenancy.id, {}));
  if (!rotated.ok) throw new Error(rotated.error.message);
  const send = async (clientId: string) => (await tenancy.browser("POST", "passkey/authentication/options", {}, { "x-client-id": clientId })).status;
  expect([await send(tenancy.clientId), await send(rotated.value.clientId)]).toEqual([403, 200]);
  expect(await owner.as(() => setSuspended(tenancy.id, { isSuspended: true }))).toMatchObject({ ok: true });
  expect(await send(rotated.value.clientId)).toBe(404);
  expect(await owner.as(() => setSuspended(tenancy.id, { isSuspended: false }))).toMatchObject({ ok: true });
  expect(await send(rotated.value.clientId)).toBe(200);
  expect(await owner.as(() => removeTenancy(tenancy.id, { name: "Tes" }))).toMatchObject({ ok: false, error: { issues: [{ path: "name" }] } });
  expect(await owner.as(() => removeTenancy(tenancy.id, { name: "Test" }))).toMatchObject({ ok: true });
  expect(await owner.as(() => removeTenancy(tenancy.id, { name: "Test" }))).toMatchObject({ ok: false });
  expect(await send(rotated.value.clientId)).toBe(404);
});

test("the operators' own tenancy is not changed, suspended or deleted by its owner", async () => {
  const owner = await createTestOperator(run.current);
  const { id, name } = owner.system.tenancy;
  const acts: (() => Promise<ActionResult<unknown>>)[] = [() => saveSettings(id, { changes: { name: "x" }, loadedAt: 0 }), () => saveLogo(id, { logo: null }), () => changeClientId(id, {}), () => setSuspended(id, { isSuspended: true }), () => removeTenancy(id, { name }), () => confirmHost(id, { host: "localhost" })];
  for (const act of acts) expect(await owner.as(act)).toMatchObject({ ok: false, error: { tag: "@error/Forbidden" } });
});
