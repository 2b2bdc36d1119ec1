import { expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/base/context";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { createApiKey } from "./create-api-key";
import { countCreatedKeys } from "./created-keys";
import { lockApiKey, revokeApiKey, unlockApiKey } from "./set-api-key-state";

const run = provideService();
const scopes = ["api-keys:write" as const];

const actingAs = ({ ctx }: TestTenancy, id: string): TenancyContext => ({
  ...ctx,
  actor: { kind: "apiKey", id, scopes },
});

/** A root that created two keys, of which one created another one; and a key of an operator. */
async function family() {
  const tenancy = await createTestTenancy(run.current);
  const root = (await tenancy.createKey({ scopes })).id;
  const create = async (by: string) =>
    (await createApiKey(actingAs(tenancy, by), { name: "Created", scopes })).id;
  const [child, other] = [await create(root), await create(root)];
  const grandchild = await create(child);
  const stranger = (await tenancy.createKey({ scopes })).id;
  const lockedOf = async () =>
    (
      await run.current.db.apiKey.findMany({
        where: { tenancyId: tenancy.id, lockedAt: { not: null } },
        orderBy: { id: "asc" },
      })
    ).map(({ id }) => id);
  return { tenancy, root, child, other, grandchild, stranger, lockedOf };
}

test("counts the keys that a key created, directly and through others", async () => {
  const { tenancy, root, child, grandchild, stranger } = await family();
  const count = async () =>
    Object.fromEntries(await countCreatedKeys(tenancy.ctx, [root, child, grandchild, stranger]));
  expect(await count()).toEqual({ [root]: 3, [child]: 1 });
  // A revoked key leaves those that it created in use.
  await revokeApiKey(tenancy.ctx, child);
  expect(await count()).toEqual({ [root]: 2, [child]: 1 });
});

test("counts no keys of another tenancy", async () => {
  const { root } = await family();
  const elsewhere = await createTestTenancy(run.current);
  expect([...(await countCreatedKeys(elsewhere.ctx, [root]))]).toEqual([]);
});

test("locking a key locks those that it created only if asked", async () => {
  const { tenancy, root, child, other, grandchild, lockedOf } = await family();
  expect(await lockApiKey(tenancy.ctx, root)).toMatchObject({ lockedKeys: 0 });
  expect(await lockedOf()).toEqual([root]);
  expect(
    await lockApiKey(tenancy.ctx, root, { locksCreated: true, reason: "Leaked" }),
  ).toMatchObject({ lockedKeys: 3 });
  expect(await lockedOf()).toEqual([root, child, other, grandchild].sort());
});

test("revoking a key locks those that it created with one event each, in one transaction", async () => {
  const { tenancy, root, child, other, grandchild, lockedOf } = await family();
  await revokeApiKey(tenancy.ctx, root, { locksCreated: true, reason: "Leaked" });
  expect(await lockedOf()).toEqual([child, other, grandchild].sort());
  const events = await run.current.db.auditEvent.findMany({
    where: { tenancyId: tenancy.id, reason: "Leaked" },
  });
  expect(events.map(({ action, targetId }) => `${action} ${targetId}`).sort()).toEqual(
    [
      `api-key.revoked ${root}`,
      ...[child, other, grandchild].map((id) => `api-key.locked ${id}`),
    ].sort(),
  );
});

test("also makes a lock of an API key the operator's", async () => {
  const { tenancy, root, child, other } = await family();
  const byOther = actingAs(tenancy, other);
  await lockApiKey(byOther, child);
  expect(await lockApiKey(tenancy.ctx, root, { locksCreated: true })).toMatchObject({
    lockedKeys: 3,
  });
  await unlockApiKey(tenancy.ctx, other);
  await expect(unlockApiKey(byOther, child)).rejects.toMatchObject({ tag: "@error/Forbidden" });
});
