import { describe, expect, test } from "vitest";
import type { TenancyContext } from "@/lib/domain/base/context";
import { limits } from "@/lib/limits";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { createApiKey, type NewApiKey } from "./create-api-key";
import { rotateApiKey } from "./rotate-api-key";
import { lackedScopes } from "./scope";
import { lockApiKey, revokeApiKey, unlockApiKey } from "./set-api-key-state";

const run = provideService();
const day = 24 * 3_600_000;
const forbidden = { tag: "@error/Forbidden" };

/** Creates a key that manages keys, and the context of a request with it. */
async function manager(
  tenancy: TestTenancy,
  { scopes = [], ...input }: Partial<NewApiKey> = {},
): Promise<{ id: string; ctx: TenancyContext }> {
  const all = ["api-keys:write" as const, ...scopes];
  const { id } = await tenancy.createKey({ ...input, scopes: all });
  return { id, ctx: { ...tenancy.ctx, actor: { kind: "apiKey", id, scopes: all } } };
}

const rowOf = ({ id: tenancyId }: TestTenancy, id: string) =>
  run.current.db.apiKey.findUniqueOrThrow({ where: { tenancyId_id: { tenancyId, id } } });

async function stateOf({ id: tenancyId }: TestTenancy): Promise<unknown> {
  const { db } = run.current;
  return [
    await db.apiKey.findMany({ where: { tenancyId }, orderBy: { id: "asc" } }),
    await db.auditEvent.count({ where: { tenancyId } }),
  ];
}

describe("the scopes that a key lacks of another", () => {
  test.each<[granted: string[], other: string[], lacked: string[]]>([
    [["*"], ["principals", "challenges:read-code"], []],
    [["*"], ["users:manage", "principals"], ["users:manage"]],
    [["*", "users:manage"], ["*", "users:manage"], []],
    [["*"], ["*"], []],
    [["principals"], ["*"], ["*"]],
    [["*"], ["scope-of-a-later-release"], ["scope-of-a-later-release"]],
    [["scope-of-a-later-release"], ["scope-of-a-later-release"], []],
    [["settings:write-security"], ["settings:write"], ["settings:write"]],
    [[], [], []],
  ])("%j against %j: %j", (granted, other, lacked) => {
    expect(lackedScopes(granted, other)).toEqual(lacked);
  });
});

describe("an API key", () => {
  const wider: [name: string, scopes: NonNullable<NewApiKey["scopes"]>][] = [
    ["a scope that it lacks", ["api-keys:write", "users:erase"]],
    ["*, of which it has some", ["*"]],
  ];
  test.each(wider)("neither creates nor changes a key with %s", async (_name, scopes) => {
    const tenancy = await createTestTenancy(run.current);
    const { ctx } = await manager(tenancy, { scopes: ["principals"] });
    const { id } = await tenancy.createKey({ scopes });
    const locked = await tenancy.createKey({ scopes });
    await lockApiKey(tenancy.ctx, locked.id);
    const before = await stateOf(tenancy);
    const attempts = [
      () => createApiKey(ctx, { name: "Wider", scopes }),
      () => rotateApiKey(ctx, { id, overlapMs: 0 }),
      () => lockApiKey(ctx, id),
      () => unlockApiKey(ctx, locked.id),
      () => revokeApiKey(ctx, id),
    ];
    for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(forbidden);
    expect(await stateOf(tenancy)).toEqual(before);
  });

  test("with * creates * but none of the sensitive scopes that it lacks", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { ctx } = await manager(tenancy, { scopes: ["*"] });
    const { id } = await createApiKey(ctx, { name: "Backend", scopes: ["*", "api-keys:write"] });
    expect(await rowOf(tenancy, id)).toMatchObject({ scopes: ["*", "api-keys:write"] });
    await expect(
      createApiKey(ctx, { name: "Export", scopes: ["*", "vault:export"] }),
    ).rejects.toMatchObject(forbidden);
  });

  test("creates keys that expire no later and that record it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const now = run.current.clock.now();
    const by = await manager(tenancy, { expiresAt: now + 10 * day });
    const create = (expiresAt?: number) =>
      createApiKey(by.ctx, {
        name: "Created",
        scopes: ["api-keys:write"],
        ...(expiresAt === undefined ? {} : { expiresAt }),
      });
    for (const expiresAt of [now + 10 * day + 1, now, now - day])
      await expect(create(expiresAt)).rejects.toMatchObject({
        extra: { issues: [{ path: "expiresAt" }] },
      });
    expect(await rowOf(tenancy, (await create()).id)).toMatchObject({
      expiresAt: new Date(now + 10 * day),
      createdByKeyId: by.id,
      createdBy: null,
    });
    expect((await rowOf(tenancy, (await create(now + day)).id)).expiresAt).toEqual(
      new Date(now + day),
    );
  });

  test("rotates keys, itself too, into ones that don't outlive it", async () => {
    const tenancy = await createTestTenancy(run.current);
    const now = run.current.clock.now();
    const by = await manager(tenancy, { expiresAt: now + 10 * day });
    const other = await tenancy.createKey({ scopes: ["api-keys:write"] });
    run.current.clock.advance(9 * day);
    const rotated = await rotateApiKey(by.ctx, { id: other.id, overlapMs: 0 });
    const own = await rotateApiKey(by.ctx, { id: by.id, overlapMs: day });
    for (const { id } of [rotated, own])
      expect(await rowOf(tenancy, id)).toMatchObject({
        expiresAt: new Date(now + 10 * day),
        createdByKeyId: by.id,
      });
  });

  test("unlocks what a key locked, and never what an operator locked", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { ctx } = await manager(tenancy);
    const { id } = await tenancy.createKey({ scopes: ["api-keys:write"] });
    expect((await lockApiKey(ctx, id)).key).toMatchObject({ state: "locked", lockedBy: "apiKey" });
    expect((await unlockApiKey(ctx, id)).key).toMatchObject({ state: "live", lockedBy: null });

    // An operator takes over the lock of a key, and a key doesn't take over an operator's.
    await lockApiKey(ctx, id);
    run.current.clock.advance(1);
    await lockApiKey(tenancy.ctx, id);
    run.current.clock.advance(1);
    expect((await lockApiKey(ctx, id)).key).toMatchObject({ lockedBy: "operator" });
    await expect(unlockApiKey(ctx, id)).rejects.toMatchObject(forbidden);
    await expect(rotateApiKey(ctx, { id, overlapMs: 0 })).rejects.toMatchObject(forbidden);
    expect((await rowOf(tenancy, id)).lockedAt).not.toBeNull();
    expect((await unlockApiKey(tenancy.ctx, id)).key.state).toBe("live");
  });

  test("doesn't unlock what the previous release locked", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { ctx } = await manager(tenancy);
    const { id } = await tenancy.createKey({ scopes: ["api-keys:write"] });
    await lockApiKey(ctx, id);
    run.current.clock.advance(1);
    // It writes one column only.
    await run.current.db.apiKey.update({
      where: { tenancyId_id: { tenancyId: tenancy.id, id } },
      data: { lockedAt: new Date(run.current.clock.now()) },
    });
    await expect(unlockApiKey(ctx, id)).rejects.toMatchObject(forbidden);
  });

  test("doesn't change anything after it was locked, revoked or has expired", async () => {
    const ends: ((tenancy: TestTenancy, id: string) => unknown)[] = [
      ({ ctx }, id) => lockApiKey(ctx, id),
      ({ ctx }, id) => revokeApiKey(ctx, id),
      () => run.current.clock.advance(day),
    ];
    for (const end of ends) {
      const tenancy = await createTestTenancy(run.current);
      const by = await manager(tenancy, { expiresAt: run.current.clock.now() + day });
      const { id } = await tenancy.createKey({ scopes: ["api-keys:write"] });
      await end(tenancy, by.id);
      const before = await stateOf(tenancy);
      const attempts = [
        () => createApiKey(by.ctx, { name: "Late", scopes: ["api-keys:write"] }),
        () => rotateApiKey(by.ctx, { id: by.id, overlapMs: 0 }),
        () => unlockApiKey(by.ctx, by.id),
        () => lockApiKey(by.ctx, id),
        () => revokeApiKey(by.ctx, id),
      ];
      for (const attempt of attempts) await expect(attempt()).rejects.toMatchObject(forbidden);
      expect(await stateOf(tenancy)).toEqual(before);
    }
  });

  test("can lock and revoke itself", async () => {
    const tenancy = await createTestTenancy(run.current);
    const one = await manager(tenancy);
    expect((await lockApiKey(one.ctx, one.id)).key.state).toBe("locked");
    const other = await manager(tenancy);
    expect((await revokeApiKey(other.ctx, other.id)).key.state).toBe("revoked");
  });

  test("creates no further keys above the limit of a tenancy, which operators can exceed", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { ctx } = await manager(tenancy);
    const now = new Date(run.current.clock.now());
    await run.current.db.apiKey.createMany({
      data: Array.from({ length: limits.apiKeysInUse - 2 }, (_, index) => ({
        tenancyId: tenancy.id,
        id: run.current.createId(),
        name: "Filler",
        publicId: String(index),
        hash: Buffer.alloc(32),
        scopes: ["api-keys:write"],
        createdAt: now,
      })),
    });
    const refused = { tag: "@error/BadRequest" };
    const { id } = await tenancy.createKey({ scopes: ["api-keys:write"] });
    await expect(
      createApiKey(ctx, { name: "More", scopes: ["api-keys:write"] }),
    ).rejects.toMatchObject(refused);
    await expect(rotateApiKey(ctx, { id, overlapMs: day })).rejects.toMatchObject(refused);
    await revokeApiKey(ctx, id);
    await revokeApiKey(tenancy.ctx, tenancy.apiKeyId);
    await createApiKey(ctx, { name: "More", scopes: ["api-keys:write"] });
  });
});

describe("concurrent changes", () => {
  test("of two keys that lock each other, one succeeds", async () => {
    const tenancy = await createTestTenancy(run.current);
    const [one, other] = [await manager(tenancy), await manager(tenancy)];
    const outcomes = await Promise.allSettled([
      lockApiKey(one.ctx, other.id),
      lockApiKey(other.ctx, one.id),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("a key that is revoked with what it created leaves no live key behind", async () => {
    const tenancy = await createTestTenancy(run.current);
    const by = await manager(tenancy);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 10 }, (_, index) =>
        createApiKey(by.ctx, { name: `Race ${index}`, scopes: ["api-keys:write"] }),
      ),
      revokeApiKey(tenancy.ctx, by.id, { locksCreated: true }),
    ]);
    expect(outcomes.at(-1)).toMatchObject({ status: "fulfilled" });
    expect(
      await run.current.db.apiKey.count({
        where: { tenancyId: tenancy.id, createdByKeyId: by.id, lockedAt: null },
      }),
    ).toBe(0);
  });

  test("one of ten rotations by keys succeeds", async () => {
    const tenancy = await createTestTenancy(run.current);
    const by = await manager(tenancy);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => rotateApiKey(by.ctx, { id: by.id, overlapMs: day })),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });
});
