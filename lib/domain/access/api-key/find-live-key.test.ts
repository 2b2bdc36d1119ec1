import { describe, expect, test } from "vitest";
import { apiKeyScopes, sensitiveScopes } from "@/lib/contract/api-key-scope";
import { callApi } from "@/testing/api-client";
import { declaredRoutes } from "@/testing/declared-routes";
import { interceptQueries } from "@/testing/intercept-queries";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { violationsOf } from "@/testing/violations";
import { createApiKey } from "./create-api-key";
import { parseKeyText } from "./explain-refusal";
import { findLiveKey } from "./find-live-key";
import { type ApiKeyScope, hasScope } from "./scope";
import { lockApiKey, revokeApiKey, unlockApiKey } from "./set-api-key-state";

const run = provideService();
const use = (tenancy: TestTenancy, key = tenancy.apiKey) =>
  callApi("GET", `/v2/${tenancy.id}/user/x`, { headers: { authorization: `Bearer ${key}` } });
const keyOf = ({ id: tenancyId }: TestTenancy, id: string) =>
  run.current.db.apiKey.findUniqueOrThrow({ where: { tenancyId_id: { tenancyId, id } } });

describe("key text", () => {
  test("matches a scanner's pattern, and its checksum detects a typo anywhere", async () => {
    const { apiKey } = await createTestTenancy(run.current);
    expect(apiKey).toMatch(/^ks_[0-9a-hjkmnp-tv-z]{10}_[A-Za-z0-9_-]{49}$/);
    expect(parseKeyText(apiKey)?.publicId).toBe(apiKey.slice(3, 13));
    for (let at = 3; at < apiKey.length; at++)
      if (apiKey[at] !== "_")
        expect(
          parseKeyText(
            `${apiKey.slice(0, at)}${apiKey[at] === "0" ? "1" : "0"}${apiKey.slice(at + 1)}`,
          ),
          String(at),
        ).toBeNull();
  });

  test("is stored only as its SHA-256", async () => {
    const tenancy = await createTestTenancy(run.current);
    const row = await keyOf(tenancy, tenancy.apiKeyId);
    expect(row.hash).toHaveLength(32);
    expect(JSON.stringify(row)).not.toContain(tenancy.apiKey.slice(14, 50));
  });
});

describe("key state", () => {
  test("locking, unlocking and revoking take effect immediately and are audited", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { ctx, apiKeyId } = tenancy;
    expect((await use(tenancy)).status).toBe(404);
    await lockApiKey(ctx, apiKeyId);
    expect((await use(tenancy)).status).toBe(403);
    await unlockApiKey(ctx, apiKeyId);
    expect((await use(tenancy)).status).toBe(404);
    await revokeApiKey(ctx, apiKeyId);
    expect((await use(tenancy)).status).toBe(403);
    await expect(unlockApiKey(ctx, apiKeyId)).rejects.toMatchObject({ tag: "@error/NotFound" });
    const audit = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, targetId: apiKeyId },
      select: { action: true },
    });
    expect(audit.map(({ action }) => action).sort()).toEqual([
      "api-key.created",
      "api-key.locked",
      "api-key.revoked",
      "api-key.unlocked",
    ]);
  });

  test("expires to the millisecond", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { key } = await tenancy.createKey({ expiresAt: run.current.clock.now() + 10 });
    run.current.clock.advance(9);
    expect((await use(tenancy, key)).status).toBe(404);
    run.current.clock.advance(1);
    expect((await use(tenancy, key)).status).toBe(403);
  });

  test("a suspended tenancy's key is refused, and the system tenancy cannot have one", async () => {
    const tenancy = await createTestTenancy(run.current);
    await tenancy.set({ suspendedAt: new Date(run.current.clock.now()) });
    expect((await use(tenancy)).status).toBe(403);
    await expect(
      createApiKey(
        { ...tenancy.ctx, tenancy: { ...tenancy.ctx.tenancy, isSystem: true } },
        { name: "x" },
      ),
    ).rejects.toMatchObject({ tag: "@error/Forbidden" });
  });

  test("records use at most once a minute, and never for a refused key", async () => {
    const tenancy = await createTestTenancy(run.current);
    const lastUsed = async () => (await keyOf(tenancy, tenancy.apiKeyId)).lastUsedAt?.getTime();
    const start = run.current.clock.now();
    await Promise.all(Array.from({ length: 30 }, () => use(tenancy)));
    expect(await lastUsed()).toBe(start);
    run.current.clock.advance(59_999);
    await use(tenancy);
    expect(await lastUsed()).toBe(start);
    run.current.clock.advance(1);
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    await use(tenancy);
    expect(await lastUsed()).toBe(start);
    await unlockApiKey(tenancy.ctx, tenancy.apiKeyId);
    await use(tenancy);
    expect(await lastUsed()).toBe(start + 60_000);
  });
});

/** The service, with a record of the statements that it runs. */
function recordStatements() {
  const statements: string[] = [];
  const service = {
    ...run.current,
    db: interceptQueries(run.current.db, ({ sql }, send) => (statements.push(sql), send())),
  };
  return { service, statements };
}

describe("a key's tenancy", () => {
  test("is read once per version, and a change by any means takes effect immediately", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { service, statements } = recordStatements();
    const find = async () => (await findLiveKey(service, tenancy.id, tenancy.apiKey))?.tenancy;
    const first = await find();
    expect(first).toMatchObject({ id: tenancy.id, codeAttempts: 5 });
    statements.length = 0;
    expect(await find()).toBe(first);
    expect(statements).toHaveLength(1);
    // Update the row directly, as from a database shell.
    for (const codeAttempts of [4, 3]) {
      await run.current.db
        .$executeRaw`UPDATE "Tenancy" SET "codeAttempts" = ${codeAttempts} WHERE "id" = ${tenancy.id}`;
      expect(await find()).toMatchObject({ codeAttempts });
    }
    expect(statements).toHaveLength(1 + 2 * 2);
    expect(await find()).toMatchObject({ codeAttempts: 3 });
    expect(statements).toHaveLength(1 + 2 * 2 + 1);
  });

  test("has no live key if suspended or deleted between the two statements", async () => {
    for (const change of [
      { suspendedAt: new Date(run.current.clock.now()) },
      {
        suspendedAt: new Date(run.current.clock.now()),
        deletedAt: new Date(run.current.clock.now()),
      },
    ]) {
      const tenancy = await createTestTenancy(run.current);
      // Another version than the cached one needs the second statement.
      await tenancy.set({ codeAttempts: 4 });
      const service = {
        ...run.current,
        db: interceptQueries(run.current.db, async ({ sql }, send) => {
          const rows = await send();
          if (sql.includes('"ApiKey"')) await tenancy.set(change);
          return rows;
        }),
      };
      expect(await findLiveKey(service, tenancy.id, tenancy.apiKey)).toBeNull();
    }
  });
});

describe("concurrent requests with one key", () => {
  test("share a lookup", async () => {
    const tenancy = await createTestTenancy(run.current);
    await findLiveKey(run.current, tenancy.id, tenancy.apiKey);
    const { service, statements } = recordStatements();
    const found = await Promise.all(
      Array.from({ length: 30 }, () => findLiveKey(service, tenancy.id, tenancy.apiKey)),
    );
    expect(found.map((key) => key?.apiKeyId)).toEqual(
      Array.from({ length: 30 }, () => tenancy.apiKeyId),
    );
    expect(statements).toHaveLength(1);
    expect(
      await Promise.all([
        findLiveKey(service, tenancy.id, (await tenancy.createKey()).key),
        findLiveKey(service, run.current.createId(), tenancy.apiKey),
      ]),
    ).toMatchObject([{ tenancy: { id: tenancy.id } }, null]);
  });

  test("never share a lookup that started before they arrived", async () => {
    const tenancy = await createTestTenancy(run.current);
    let [answer, begun] = [() => {}, () => {}];
    const isBegun = new Promise<void>((resolve) => (begun = resolve));
    const mayAnswer = new Promise<void>((resolve) => (answer = resolve));
    const slowAnswer = interceptQueries(run.current.db, async (_statement, send) => {
      const rows = await send();
      begun();
      await mayAnswer;
      return rows;
    });
    const service = { ...run.current, db: slowAnswer };
    const before = findLiveKey(service, tenancy.id, tenancy.apiKey);
    await isBegun;
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    const after = findLiveKey(service, tenancy.id, tenancy.apiKey);
    answer();
    expect([await before, await after]).toMatchObject([{ apiKeyId: tenancy.apiKeyId }, null]);
  });
});

describe("scopes", () => {
  test("* includes all scopes except the sensitive ones", () => {
    const sensitive: ApiKeyScope[] = [
      "vault:export",
      "users:export",
      "users:list",
      "users:manage",
      "users:erase",
      "policy:write",
      "settings:read",
      "settings:write",
      "settings:write-security",
      "api-keys:write",
      "events:read",
      "webhooks:write",
      "challenges:skip-ceiling",
    ];
    for (const scope of apiKeyScopes)
      expect(hasScope(["*"], scope), scope).toBe(!sensitive.includes(scope));
    for (const scope of sensitive) expect(hasScope(["*", scope], scope)).toBe(true);
  });

  const declared = declaredRoutes.flatMap(({ method, path, declaration }) =>
    declaration.auth === "apiKey"
      ? [[`${method} ${path}`, method, path, [declaration.scope].flat()] as const]
      : [],
  );

  test.each(sensitiveScopes)(
    "%s alone opens only the endpoints that need no more",
    async (only) => {
      const tenancy = await createTestTenancy(run.current);
      const { key } = await tenancy.createKey({ scopes: [only] });
      const opened: string[] = [];
      for (const [name, method, path] of declared) {
        const place = path.replace("[tenancyId]", tenancy.id).replace(/\[\w+\]/g, "x");
        const { status } = await callApi(method, place, {
          headers: { authorization: `Bearer ${key}` },
          ...(method === "GET" ? {} : { body: {} }),
        });
        if (status !== 403) opened.push(name);
      }
      expect(opened).toEqual(
        declared
          .filter(([, , , needed]) => needed.every((scope) => scope === only))
          .map(([name]) => name),
      );
    },
  );

  test("an endpoint requires its scope and no other", async () => {
    const violations = await violationsOf(declared, async (_name, method, path, needed) => {
      const tenancy = await createTestTenancy(run.current);
      const place = path.replace("[tenancyId]", tenancy.id).replace(/\[\w+\]/g, "x");
      const send = async (scopes: ApiKeyScope[]) => {
        const { key } = await tenancy.createKey({ scopes });
        return callApi(method, place, {
          headers: { authorization: `Bearer ${key}` },
          ...(method === "GET" ? {} : { body: {} }),
        });
      };
      // Every required scope is necessary.
      for (const scope of needed)
        expect(
          (await send(apiKeyScopes.filter((other) => other !== "*" && other !== scope))).status,
          scope,
        ).toBe(403);
      expect((await send(needed.length > 0 ? [...needed] : ["principals"])).status).not.toBe(403);
      expect((await send(["*"])).status === 403).toBe(
        needed.some((scope) => !hasScope(["*"], scope)),
      );
    });
    expect(violations).toEqual([]);
  });
});
