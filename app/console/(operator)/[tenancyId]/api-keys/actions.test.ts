import { expect, test } from "vitest";
import type { ActionResult } from "@/lib/console/action-result";
import type { ConsoleContext } from "@/lib/console/console-context";
import { findApiKey, type ListedApiKey } from "@/lib/domain/access/api-key/list-api-keys";
import { testRefusals } from "@/testing/action-refusals";
import { callApi } from "@/testing/api-client";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import {
  createKey,
  lockKey,
  lockKeyAndCreated,
  renameKey,
  revokeKey,
  rotateKey,
  unlockKey,
} from "./actions";
import { readShownKeys } from "./shown-keys";

const run = provideService();
const admins = ["owner", "admin"] as const;
const newKey = {
  name: "Backend",
  scopes: ["users:read"] as ("users:read" | "*")[],
  lifeDays: 30,
} as const;
const statusOf = async (tenancyId: string, key: string) =>
  (await callApi("GET", `/v2/${tenancyId}/user/x`, { headers: { authorization: `Bearer ${key}` } }))
    .status;

testRefusals(run, [
  { name: "createKey", roles: admins, needsStepUp: true, call: ({ id }) => createKey(id, newKey) },
  {
    name: "rotateKey",
    roles: admins,
    needsStepUp: true,
    call: ({ id, apiKeyId }) => rotateKey(id, { id: apiKeyId, overlapMs: 0 }),
  },
  {
    name: "renameKey",
    roles: admins,
    needsStepUp: false,
    call: ({ id, apiKeyId }) => renameKey(id, { id: apiKeyId, name: "Renamed" }),
  },
  {
    name: "lockKey",
    roles: admins,
    needsStepUp: false,
    call: ({ id, apiKeyId }) => lockKey(id, { id: apiKeyId }),
  },
  {
    name: "lockKeyAndCreated",
    roles: admins,
    needsStepUp: false,
    call: ({ id, apiKeyId }) => lockKeyAndCreated(id, { id: apiKeyId }),
  },
  {
    name: "unlockKey",
    roles: admins,
    needsStepUp: true,
    call: ({ id, apiKeyId }) => unlockKey(id, { id: apiKeyId }),
  },
  {
    name: "revokeKey",
    roles: admins,
    needsStepUp: true,
    call: ({ id, apiKeyId }) => revokeKey(id, { id: apiKeyId }),
  },
]);

test("an admin makes, locks, unlocks, rotates and revokes a key, and each counts at once", async () => {
  const { id } = await createTestTenancy(run.current);
  const admin = await createTestOperator(run.current, { tenancyId: id, role: "admin" });
  const made = await admin.as(() => createKey(id, { ...newKey, scopes: [...newKey.scopes] }));
  if (!made.ok) throw new Error(made.error.message);
  const { id: keyId, key } = made.value;
  expect(
    await run.current.db.apiKey.findFirst({ where: { tenancyId: id, id: keyId } }),
  ).toMatchObject({ expiresAt: new Date(run.current.clock.now() + 30 * 24 * 3_600_000) });
  expect(await statusOf(id, key)).toBe(404);
  expect(await admin.as(() => lockKey(id, { id: keyId, reason: "Found in a log" }))).toMatchObject({
    ok: true,
  });
  expect(await statusOf(id, key)).toBe(403);
  expect(await admin.as(() => unlockKey(id, { id: keyId }))).toMatchObject({ ok: true });
  const rotated = await admin.as(() => rotateKey(id, { id: keyId, overlapMs: 3_600_000 }));
  if (!rotated.ok) throw new Error(rotated.error.message);
  expect([await statusOf(id, key), await statusOf(id, rotated.value.key)]).toEqual([404, 404]);
  expect(await admin.as(() => revokeKey(id, { id: keyId, reason: "Unused" }))).toMatchObject({
    ok: true,
  });
  expect([await statusOf(id, key), await statusOf(id, rotated.value.key)]).toEqual([403, 404]);
  const events = await run.current.db.auditEvent.findMany({
    where: { tenancyId: id, action: { in: ["api-key.locked", "api-key.revoked"] } },
    orderBy: { action: "asc" },
  });
  expect(events).toEqual([
    expect.objectContaining({ targetId: keyId, reason: "Found in a log" }),
    expect.objectContaining({
      actorKind: "operator",
      actorId: admin.sub,
      targetId: keyId,
      reason: "Unused",
      address: "192.0.2.7",
    }),
  ]);
});

test("an admin locks or revokes a key with those that it created, and sees how many", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id } = tenancy;
  const admin = await createTestOperator(run.current, { tenancyId: id, role: "admin" });
  const parent = await createCaller(tenancy, ["api-keys:write"]);
  for (const name of ["One", "Two"])
    await parent.call("POST", "api-keys", { name, scopes: ["api-keys:write"] });
  const shown = async () => {
    const [key] = await readShownKeys(tenancy.ctx as ConsoleContext, [
      (await findApiKey(tenancy.ctx, parent.id)) as ListedApiKey,
    ]);
    return key?.createdKeys;
  };
  const lockedKeys = () =>
    run.current.db.apiKey.count({ where: { tenancyId: id, lockedAt: { not: null } } });
  expect(await shown()).toBe(2);
  expect(await admin.as(() => lockKey(id, { id: parent.id }))).toMatchObject({
    value: { lockedKeys: 0 },
  });
  expect(await lockedKeys()).toBe(1);
  expect(await admin.as(() => lockKeyAndCreated(id, { id: parent.id }))).toMatchObject({
    value: { lockedKeys: 2 },
  });
  expect(await lockedKeys()).toBe(3);
  expect(await shown()).toBe(0);
  expect(await admin.as(() => revokeKey(id, { id: parent.id, locksCreated: true }))).toMatchObject({
    value: { lockedKeys: 0 },
  });
});

test.each([
  ["a blank name", { name: " " }, "name"],
  ["no scope", { scopes: [] }, "scopes"],
  ["a scope that there is not", { scopes: ["everything"] }, "scopes.0"],
  ["a life of its own", { lifeDays: 31 }, "lifeDays"],
  ["an object as a name", { name: { contains: "" } }, "name"],
])("%s makes no key, and the field is named", async (_name, wrong, path) => {
  const { id } = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current, { tenancyId: id });
  const input = { ...newKey, ...wrong } as unknown as Parameters<typeof createKey>[1];
  expect(await owner.as(() => createKey(id, input))).toMatchObject({
    ok: false,
    error: { tag: "@error/BadRequest", issues: [{ path }] },
  });
  expect(await run.current.db.apiKey.count({ where: { tenancyId: id } })).toBe(1);
});

test("another tenancy's key is as good as none, for an operator of both", async () => {
  const one = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const owner = await createTestOperator(run.current);
  const acts: (() => Promise<ActionResult<unknown>>)[] = [
    () => lockKey(one.id, { id: other.apiKeyId }),
    () => revokeKey(one.id, { id: other.apiKeyId }),
    () => rotateKey(one.id, { id: other.apiKeyId, overlapMs: 0 }),
  ];
  for (const act of acts)
    expect(await owner.as(act)).toMatchObject({ ok: false, error: { tag: "@error/NotFound" } });
  expect(await statusOf(other.id, other.apiKey)).toBe(404);
});

test("refuses to create a key for the system tenancy", async () => {
  const owner = await createTestOperator(run.current);
  expect(
    await owner.as(() => createKey(owner.system.tenancy.id, { ...newKey, scopes: ["*"] })),
  ).toMatchObject({ ok: false, error: { tag: "@error/Forbidden" } });
});
