import { crc32 } from "node:zlib";
import { describe, expect, test } from "vitest";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { type ApiReply, callApi } from "@/testing/api-client";
import { withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { lockApiKey, revokeApiKey } from "./set-api-key-state";

const run = provideService();
const call = (tenancyId: string, headers: Record<string, string>) =>
  callApi("GET", `/v2/${tenancyId}/user/x`, {
    headers: { ...headers, "x-request-id": "request-0001" },
  });
const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

/** Appends the right checksum, as an attacker who knows the format would. */
function withChecksum(body: string): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return body + bytes.toString("base64url");
}

function forged(key: string, at: number): string {
  const body = key.slice(0, -6);
  return withChecksum(body.slice(0, at) + (body[at] === "a" ? "b" : "a") + body.slice(at + 1));
}

const refused: [name: string, ask: (tenancy: TestTenancy) => Promise<ApiReply>][] = [
  ["no header", ({ id }) => call(id, {})],
  ["an empty header", ({ id }) => call(id, { authorization: "" })],
  ["another scheme", ({ id, apiKey }) => call(id, { authorization: `Basic ${apiKey}` })],
  ["the bare key", ({ id, apiKey }) => call(id, { authorization: apiKey })],
  ["two keys", ({ id, apiKey }) => call(id, { authorization: `Bearer ${apiKey} ${apiKey}` })],
  [
    "the key in the query",
    ({ id, apiKey }) =>
      callApi("GET", `/v2/${id}/user/x?access_token=${apiKey}`, {
        headers: { "x-request-id": "request-0001" },
      }),
  ],
  ["nonsense", ({ id }) => call(id, bearer("x"))],
  ["a key of 10,000 characters", ({ id }) => call(id, bearer("x".repeat(10_000)))],
  [
    "a key that lacks its last character",
    ({ id, apiKey }) => call(id, bearer(apiKey.slice(0, -1))),
  ],
  ["a key without its checksum", ({ id, apiKey }) => call(id, bearer(apiKey.slice(0, -7)))],
  [
    "a typo",
    ({ id, apiKey }) => call(id, bearer(apiKey.slice(0, -1) + (apiKey.endsWith("A") ? "Q" : "A"))),
  ],
  [
    "the right public id with another secret",
    ({ id, apiKey }) => call(id, bearer(forged(apiKey, 20))),
  ],
  [
    "an unknown public id with the right secret",
    ({ id, apiKey }) => call(id, bearer(forged(apiKey, 5))),
  ],
  [
    "another tenancy's key",
    async ({ id }) => call(id, bearer((await createTestTenancy(run.current)).apiKey)),
  ],
  ["an unknown tenancy", ({ apiKey }) => call(run.current.createId(), bearer(apiKey))],
  ["a tenancy that is no id", ({ apiKey }) => call("nowhere", bearer(apiKey))],
  ["the tenancy's id in upper case", ({ id, apiKey }) => call(id.toUpperCase(), bearer(apiKey))],
  [
    "the system tenancy",
    async ({ apiKey }) => {
      const system = await getSystemTenancy(run.current);
      return call(system.id, bearer(apiKey));
    },
  ],
  [
    "a locked key",
    async ({ id, apiKey, apiKeyId, ctx }) => {
      await lockApiKey(ctx, apiKeyId);
      return call(id, bearer(apiKey));
    },
  ],
  [
    "a revoked key",
    async ({ id, apiKey, apiKeyId, ctx }) => {
      await revokeApiKey(ctx, apiKeyId);
      return call(id, bearer(apiKey));
    },
  ],
  [
    "an expired key",
    async ({ id, createKey }) =>
      call(id, bearer((await createKey({ expiresAt: run.current.clock.now() })).key)),
  ],
  [
    "a key without the scope",
    async ({ id, createKey }) =>
      call(id, bearer((await createKey({ scopes: ["users:write"] })).key)),
  ],
  [
    "a suspended tenancy",
    async ({ id, apiKey, set }) => {
      await set({ suspendedAt: new Date(run.current.clock.now()) });
      return call(id, bearer(apiKey));
    },
  ],
];

test.each(refused)("%s gets the same 403, byte for byte", async (_name, ask) => {
  const { status, headers, body } = await ask(await createTestTenancy(run.current));
  expect(JSON.stringify(body)).toBe(
    '{"_tag":"@error/Forbidden","message":"The API key is missing, not valid here, or lacks the scope."}',
  );
  expect(status).toBe(403);
  expect(Object.fromEntries(headers)).toEqual({
    "cache-control": "no-store",
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "x-request-id": "request-0001",
  });
});

test("a typo is rejected without a lookup", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { apiKey } = tenancy;
  await withLostDatabase(async () => {
    expect(
      (await call(tenancy.id, bearer(apiKey.replace(/.$/, (last) => (last === "A" ? "Q" : "A")))))
        .status,
    ).toBe(403);
    expect((await call(tenancy.id, bearer(forged(apiKey, 20)))).status).toBe(503);
  });
});

describe("the database", () => {
  test("contains neither the key nor its secret part in any column, as text or as bytes", async () => {
    const tenancy = await createTestTenancy(run.current);
    await call(tenancy.id, bearer(tenancy.apiKey));
    const secretPart = tenancy.apiKey.slice(14, 57);
    const { rows: tables } = await run.current.pool.query<{ name: string }>(
      "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
    );
    expect(tables.length).toBeGreaterThan(8);
    for (const { name } of tables) {
      const { rows } = await run.current.pool.query<{ row: string }>(
        `SELECT t::text AS row FROM "${name}" t`,
      );
      const text = rows.map(({ row }) => row).join("\n");
      for (const form of [
        secretPart,
        Buffer.from(tenancy.apiKey).toString("hex"),
        Buffer.from(secretPart).toString("hex"),
        Buffer.from(secretPart, "base64url").toString("hex"),
      ])
        expect(text, name).not.toContain(form);
    }
  });

  test("writes the key's row once for 50 concurrent uses", async () => {
    const tenancy = await createTestTenancy(run.current);
    const writes = async () => {
      const { rows } = await run.current.pool.query<{ writes: number }>(
        "SELECT count(*)::int AS writes FROM key_writes WHERE id = $1",
        [tenancy.apiKeyId],
      );
      return rows[0]?.writes;
    };
    await run.current.pool.query(`
      CREATE TABLE key_writes (id text);
      CREATE FUNCTION note_key_write() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN INSERT INTO key_writes VALUES (NEW.id); RETURN NEW; END $$;
      CREATE TRIGGER note_key_write AFTER UPDATE ON "ApiKey" FOR EACH ROW EXECUTE FUNCTION note_key_write();`);
    try {
      await Promise.all(Array.from({ length: 50 }, () => call(tenancy.id, bearer(tenancy.apiKey))));
      expect(await writes()).toBe(1);
    } finally {
      await run.current.pool.query(
        'DROP TRIGGER note_key_write ON "ApiKey"; DROP FUNCTION note_key_write; DROP TABLE key_writes',
      );
    }
  });

  test("audits creating, locking and revoking with ids only", async () => {
    const tenancy = await createTestTenancy(run.current);
    await lockApiKey(tenancy.ctx, tenancy.apiKeyId);
    await revokeApiKey(tenancy.ctx, tenancy.apiKeyId);
    const rows = await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, targetKind: "api-key" },
    });
    expect(rows).toHaveLength(3);
    for (const row of rows)
      expect(row).toMatchObject({ targetId: tenancy.apiKeyId, actorKind: "operator" });
    expect(JSON.stringify(rows)).not.toContain(tenancy.apiKey.slice(3, 13));
  });
});
