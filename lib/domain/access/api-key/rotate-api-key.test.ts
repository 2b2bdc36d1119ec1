import { describe, expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { createApiKey } from "./create-api-key";
import { findRotations, listApiKeys } from "./list-api-keys";
import { rotateApiKey } from "./rotate-api-key";
import { lockApiKey, revokeApiKey } from "./set-api-key-state";

const run = provideService();
const day = 24 * 3_600_000;
const isLetIn = async ({ id }: TestTenancy, key: string) =>
  (await callApi("GET", `/v2/${id}/user/x`, { headers: { authorization: `Bearer ${key}` } }))
    .status === 404;
const rowOf = ({ id: tenancyId }: TestTenancy, id: string) =>
  run.current.db.apiKey.findUniqueOrThrow({ where: { tenancyId_id: { tenancyId, id } } });

describe("rotation", () => {
  test("creates a key with the same name and scopes, and the old one expires after the overlap", async () => {
    const tenancy = await createTestTenancy(run.current);
    const old = await tenancy.createKey({ name: "Backend", scopes: ["users:read", "vault:read"] });
    const made = await rotateApiKey(tenancy.ctx, { id: old.id, overlapMs: day });
    expect(await rowOf(tenancy, made.id)).toMatchObject({
      name: "Backend",
      scopes: ["users:read", "vault:read"],
      expiresAt: null,
      replacedById: null,
    });
    expect([await isLetIn(tenancy, old.key), await isLetIn(tenancy, made.key)]).toEqual([
      true,
      true,
    ]);
    run.current.clock.advance(day);
    expect([await isLetIn(tenancy, old.key), await isLetIn(tenancy, made.key)]).toEqual([
      false,
      true,
    ]);
    expect((await listApiKeys(tenancy.ctx)).find(({ id }) => id === old.id)).toMatchObject({
      state: "expired",
      replacedById: made.id,
    });
  });

  test("names the other key while both work, in its own tenancy only", async () => {
    const [tenancy, other] = [
      await createTestTenancy(run.current),
      await createTestTenancy(run.current),
    ];
    const old = await tenancy.createKey({ name: "Backend" });
    const made = await rotateApiKey(tenancy.ctx, { id: old.id, overlapMs: day });
    const of = async (ctx = tenancy.ctx) => {
      const keys = [
        { id: old.id, replacedById: made.id },
        { id: made.id, replacedById: null },
      ];
      const found = await findRotations(ctx, keys);
      return keys.map(({ id }) => [found.get(id)?.older?.id, found.get(id)?.newer?.id]);
    };
    expect(await of()).toEqual([
      [undefined, made.id],
      [old.id, undefined],
    ]);
    expect((await of(other.ctx)).flat()).toEqual([undefined, undefined, undefined, undefined]);
    run.current.clock.advance(day);
    expect((await of())[1]).toEqual([undefined, undefined]);
    await revokeApiKey(tenancy.ctx, made.id);
    expect((await of()).flat()).toEqual([undefined, undefined, undefined, undefined]);
  });

  test("without an overlap expires the old key immediately", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { key } = await rotateApiKey(tenancy.ctx, { id: tenancy.apiKeyId, overlapMs: 0 });
    expect([await isLetIn(tenancy, tenancy.apiKey), await isLetIn(tenancy, key)]).toEqual([
      false,
      true,
    ]);
  });

  test("keeps an earlier expiry of the old key, and gives the new one the original lifetime", async () => {
    const tenancy = await createTestTenancy(run.current);
    const start = run.current.clock.now();
    const old = await tenancy.createKey({ expiresAt: start + 3 * day });
    run.current.clock.advance(2 * day);
    const made = await rotateApiKey(tenancy.ctx, { id: old.id, overlapMs: 7 * day });
    expect((await rowOf(tenancy, old.id)).expiresAt?.getTime()).toBe(start + 3 * day);
    expect((await rowOf(tenancy, made.id)).expiresAt?.getTime()).toBe(start + 5 * day);
  });

  test("is audited with both keys", async () => {
    const tenancy = await createTestTenancy(run.current);
    const made = await rotateApiKey(tenancy.ctx, { id: tenancy.apiKeyId, overlapMs: 0 });
    const events = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, OR: [{ action: "api-key.rotated" }, { targetId: made.id }] },
    });
    expect(events.map(({ action, targetId, detail }) => [action, targetId, detail]).sort()).toEqual(
      [
        ["api-key.created", made.id, null],
        ["api-key.rotated", tenancy.apiKeyId, made.id],
      ],
    );
  });

  test("creates one key in 20 concurrent requests", async () => {
    const tenancy = await createTestTenancy(run.current);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () =>
        rotateApiKey(tenancy.ctx, { id: tenancy.apiKeyId, overlapMs: day }),
      ),
    );
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await run.current.db.apiKey.count({ where: { tenancyId: tenancy.id } })).toBe(2);
  });

  const over: [name: string, end: (tenancy: TestTenancy) => Promise<unknown>][] = [
    ["was revoked", ({ ctx, apiKeyId }) => revokeApiKey(ctx, apiKeyId)],
    [
      "was already rotated",
      ({ ctx, apiKeyId }) => rotateApiKey(ctx, { id: apiKeyId, overlapMs: day }),
    ],
    [
      "has expired",
      ({ ctx, apiKeyId }) =>
        run.current.db.apiKey.update({
          where: { tenancyId_id: { tenancyId: ctx.tenancy.id, id: apiKeyId } },
          data: { expiresAt: new Date(run.current.clock.now()) },
        }),
    ],
  ];
  test.each(over)("returns NotFound for a key that %s", async (_name, end) => {
    const tenancy = await createTestTenancy(run.current);
    await end(tenancy);
    const before = await run.current.db.apiKey.count({ where: { tenancyId: tenancy.id } });
    await expect(
      rotateApiKey(tenancy.ctx, { id: tenancy.apiKeyId, overlapMs: 0 }),
    ).rejects.toMatchObject({ tag: "@error/NotFound" });
    expect(await run.current.db.apiKey.count({ where: { tenancyId: tenancy.id } })).toBe(before);
  });

  test("a locked key stays locked, and its successor works", async () => {
    const tenancy = await createTestTenancy(run.current);
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    const { key } = await rotateApiKey(tenancy.ctx, { id: tenancy.apiKeyId, overlapMs: day });
    expect([await isLetIn(tenancy, tenancy.apiKey), await isLetIn(tenancy, key)]).toEqual([
      false,
      true,
    ]);
  });

  test("returns NotFound for another tenancy's key", async () => {
    const tenancy = await createTestTenancy(run.current);
    const other = await createTestTenancy(run.current);
    await expect(
      rotateApiKey(tenancy.ctx, { id: other.apiKeyId, overlapMs: 0 }),
    ).rejects.toMatchObject({ tag: "@error/NotFound" });
    expect(await isLetIn(other, other.apiKey)).toBe(true);
  });

  test.each([-1, 0.5, 7 * day + 1, Number.NaN, Infinity])(
    "rejects an overlap of %s ms",
    async (overlapMs) => {
      const tenancy = await createTestTenancy(run.current);
      await expect(
        rotateApiKey(tenancy.ctx, { id: tenancy.apiKeyId, overlapMs }),
      ).rejects.toMatchObject({ extra: { issues: [{ path: "overlapMs" }] } });
    },
  );
});

describe("a new key", () => {
  test.each(["", "  ", "x".repeat(101), "a\nb", "a\u0000b", "a\ud800b"])(
    "cannot be named %j",
    async (name) => {
      const { ctx } = await createTestTenancy(run.current);
      await expect(createApiKey(ctx, { name })).rejects.toMatchObject({
        tag: "@error/BadRequest",
        extra: { issues: [{ path: "name" }] },
      });
    },
  );

  test("requires a scope, removes duplicate scopes and trims the name", async () => {
    const tenancy = await createTestTenancy(run.current);
    await expect(createApiKey(tenancy.ctx, { name: "x", scopes: [] })).rejects.toMatchObject({
      extra: { issues: [{ path: "scopes" }] },
    });
    const { id } = await createApiKey(tenancy.ctx, {
      name: "  Backend ",
      scopes: ["users:read", "users:read"],
    });
    expect(await rowOf(tenancy, id)).toMatchObject({ name: "Backend", scopes: ["users:read"] });
  });
});
