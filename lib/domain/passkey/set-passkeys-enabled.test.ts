import { expect, test } from "vitest";
import { authenticate, beginAuthentication, finishAuthentication } from "@/testing/ceremonies";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { deletePasskeysByIds } from "./delete-passkeys";
import { setPasskeysEnabled } from "./set-passkeys-enabled";

const run = provideService();
const actionsOf = async ({ id: tenancyId }: TestTenancy, targetId: string) =>
  (
    await run.current.db.auditEvent.findMany({
      where: { tenancyId, targetId },
      orderBy: { id: "asc" },
    })
  ).map(({ action }) => action);
const rowOf = ({ id: tenancyId }: TestTenancy, id: string) =>
  run.current.db.passkey.findUnique({ where: { tenancyId_id: { tenancyId, id } } });

test("disables passkeys with a reason, rejects their sign-ins, and enables them again", async () => {
  const tenancy = await createTestTenancy(run.current);
  const [first, second] = (await own(tenancy, 2)) as [
    Awaited<ReturnType<typeof own>>[0],
    Awaited<ReturnType<typeof own>>[0],
  ];
  const begun = await beginAuthentication(tenancy);
  const passkeyIds = [first.passkeyId, second.passkeyId];
  expect(
    await setPasskeysEnabled(tenancy.ctx, { passkeyIds, enabled: false, reason: "lost laptop" }),
  ).toEqual({ changed: expect.arrayContaining(passkeyIds), missing: [] });
  expect(await rowOf(tenancy, first.passkeyId)).toMatchObject({ disabledReason: "lost laptop" });
  expect((await finishAuthentication(tenancy, first.device, begun)).body._tag).toBe(
    "@error/PasskeyDisabled",
  );
  expect(
    (await setPasskeysEnabled(tenancy.ctx, { passkeyIds, enabled: true })).changed,
  ).toHaveLength(2);
  expect(await rowOf(tenancy, first.passkeyId)).toMatchObject({
    disabledAt: null,
    disabledReason: null,
  });
  await authenticate(tenancy, first.device);
  expect(await actionsOf(tenancy, first.passkeyId)).toEqual(
    expect.arrayContaining(["passkey.disabled", "passkey.enabled"]),
  );
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: { in: ["passkey.disabled", "passkey.enabled"] } },
      orderBy: { action: "asc" },
      select: { reason: true },
    }),
  ).toEqual([...Array(2).fill({ reason: "lost laptop" }), ...Array(2).fill({ reason: null })]);
});

test("keeps the reason of a disabled passkey and excludes it from undo", async () => {
  const tenancy = await createTestTenancy(run.current);
  const owned = await own(tenancy, 2);
  const [old = "", other = ""] = owned.map(({ passkeyId }) => passkeyId);
  await setPasskeysEnabled(tenancy.ctx, { passkeyIds: [old], enabled: false, reason: "first" });
  expect(
    await setPasskeysEnabled(tenancy.ctx, {
      passkeyIds: [old, other, old, "missing"],
      enabled: false,
      reason: "second",
    }),
  ).toEqual({ changed: [other], missing: ["missing"] });
  expect(await rowOf(tenancy, old)).toMatchObject({ disabledReason: "first" });
});

test("reports another tenancy's passkeys as missing and does not change them", async () => {
  const here = await createTestTenancy(run.current);
  const there = await createTestTenancy(run.current);
  const [{ passkeyId = "" } = {}] = await own(there, 1);
  expect(await setPasskeysEnabled(here.ctx, { passkeyIds: [passkeyId], enabled: false })).toEqual({
    changed: [],
    missing: [passkeyId],
  });
  expect(await deletePasskeysByIds(here.ctx, [passkeyId])).toEqual({
    deleted: 0,
    missing: [passkeyId],
  });
  expect(await rowOf(there, passkeyId)).toMatchObject({ disabledAt: null });
});

test("concurrent deletions and disablings each report what they changed", async () => {
  const tenancy = await createTestTenancy(run.current);
  const passkeyIds = (await own(tenancy, 4)).map(({ passkeyId }) => passkeyId);
  const deletions = await Promise.all([
    deletePasskeysByIds(tenancy.ctx, passkeyIds),
    deletePasskeysByIds(tenancy.ctx, passkeyIds.toReversed()),
    setPasskeysEnabled(tenancy.ctx, { passkeyIds, enabled: false }).then(() => ({
      deleted: 0,
      missing: [],
    })),
  ]);
  expect(deletions.reduce((sum, { deleted }) => sum + deleted, 0)).toBe(4);
  expect(await run.current.db.passkey.count({ where: { tenancyId: tenancy.id } })).toBe(0);
});
