import { describe, expect, test } from "vitest";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { callApi } from "@/testing/api-client";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { challengeOf } from "@/testing/challenge-rules";
import { pngPicture } from "@/testing/pictures";
import { provideService } from "@/testing/provide-service";
import { createTestOperator } from "@/testing/test-operator";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import {
  countContents,
  deleteTenancy,
  purgeDeletedTenancies,
  setTenancySuspended,
} from "./delete-tenancy";
import { listTenancies } from "./list-tenancies";
import { setBranding } from "./set-branding";
import { updateSettings } from "./update-settings";

const run = provideService();
const remove = ({ ctx }: TestTenancy) => deleteTenancy(ctx, { name: ctx.tenancy.name });

async function purgeAll(): Promise<number> {
  let batches = 0;
  while ((await purgeDeletedTenancies(run.current)) > 0) batches++;
  return batches;
}

async function fill({ id: tenancyId }: TestTenancy, users: number): Promise<void> {
  await run.current.pool.query(
    `INSERT INTO "User" ("tenancyId","sub","selfService","createdAt","updatedAt")
      SELECT $1, 'user' || n, false, now(), now() FROM generate_series(1, $2) n`,
    [tenancyId, users],
  );
  await run.current.pool.query(
    `INSERT INTO "Passkey" (
        "tenancyId", "id", "sub", "rpId", "credentialId", "userHandle", "publicKey", "algorithm",
        "signCount", "transports", "backupEligible", "backedUp", "userVerified", "aaguid",
        "attestationFormat", "username", "displayName", "namedAt", "createdAt", "updatedAt")
      SELECT $1, 'passkey' || n, 'user' || n, 'example.com', 'c' || n, 'h' || n, '', -7, 0,
        '{}', false, false, true, '', 'none', 'u', 'u', now(), now(), now()
      FROM generate_series(1, $2) n`,
    [tenancyId, users],
  );
}

describe("a deleted tenancy", () => {
  test("is immediately gone for users, backends, operators and lists", async () => {
    const tenancy = await createTestTenancy(run.current);
    const operator = await createTestOperator(run.current, { tenancyId: tenancy.id });
    await setBranding(tenancy.ctx, { brandLogo: pngPicture(20, 20) });
    await remove(tenancy);
    const unknown = run.current.createId();
    const alike = async (path: string, init: Parameters<typeof callApi>[2]) => {
      const gone = await callApi("POST", `/v2/${tenancy.id}/${path}`, init);
      const missing = await callApi("POST", `/v2/${unknown}/${path}`, init);
      expect([gone.status, gone.body]).toEqual([missing.status, missing.body]);
    };
    await alike("passkey/authentication/options", { body: {} });
    await alike("challenges", { body: {}, headers: { authorization: `Bearer ${tenancy.apiKey}` } });
    expect(await findTenancy(run.current, tenancy.id)).toBeNull();
    expect((await listTenancies(run.current)).map(({ id }) => id)).not.toContain(tenancy.id);
    expect((await callApi("GET", `/logo/${tenancy.id}/x`)).status).toBe(404);
    expect(await run.current.db.operator.count({ where: { sub: operator.sub } })).toBe(0);
  });

  test("cannot be resumed, changed or deleted again", async () => {
    const tenancy = await createTestTenancy(run.current);
    await remove(tenancy);
    await setTenancySuspended(tenancy.ctx, false);
    expect(
      (await run.current.db.tenancy.findUniqueOrThrow({ where: { id: tenancy.id } })).suspendedAt,
    ).not.toBeNull();
    await expect(updateSettings(tenancy.ctx, { changes: { name: "Back" } })).rejects.toMatchObject({
      tag: "@error/NotFound",
    });
    await expect(remove(tenancy)).rejects.toMatchObject({ tag: "@error/NotFound" });
  });

  test("is audited once in its own log and the system tenancy's, in 20 concurrent deletions", async () => {
    const tenancy = await createTestTenancy(run.current);
    const system = await getSystemTenancy(run.current);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => remove(tenancy)));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const events = await run.current.db.auditEvent.findMany({
      where: { action: "tenancy.deleted", targetId: tenancy.id },
    });
    expect(events.map(({ tenancyId }) => tenancyId).sort()).toEqual([tenancy.id, system.id].sort());
  });

  test("is purged in batches except for its audit log, and then loses its row", async () => {
    const tenancy = await createTestTenancy(run.current);
    await register(tenancy, createSoftwareAuthenticator({ origin: testOrigin }), {
      username: "ada@example.com",
    });
    await challengeOf(tenancy);
    await fill(tenancy, 2_500);
    const neighbour = await createTestTenancy(run.current);
    await fill(neighbour, 10);
    await purgeAll();
    expect(await countContents(tenancy.ctx)).toMatchObject({
      users: 2_501,
      passkeys: 2_501,
    });
    await remove(tenancy);
    expect(await purgeAll()).toBeGreaterThan(6);
    const { rows: tables } = await run.current.pool.query<{ table: string }>(
      `SELECT c.relname AS "table" FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
          AND a.attname = 'tenancyId'`,
    );
    expect(tables.length).toBeGreaterThan(12);
    for (const { table } of tables) {
      const { rowCount } = await run.current.pool.query(
        `SELECT 1 FROM "${table}" WHERE "tenancyId" = $1 LIMIT 1`,
        [tenancy.id],
      );
      expect([table, rowCount]).toEqual([table, table === "AuditEvent" ? 1 : 0]);
    }
    expect(await run.current.db.tenancy.count({ where: { id: tenancy.id } })).toBe(0);
    expect(await countContents(neighbour.ctx)).toMatchObject({
      users: 10,
      passkeys: 10,
      apiKeys: 1,
    });
  });

  test("requires its own name, and the system tenancy cannot be deleted", async () => {
    const tenancy = await createTestTenancy(run.current);
    for (const name of ["", "test", "Test 2"])
      await expect(deleteTenancy(tenancy.ctx, { name })).rejects.toMatchObject({
        extra: { issues: [{ path: "name" }] },
      });
    const system = await getSystemTenancy(run.current);
    await expect(
      deleteTenancy({ ...tenancy.ctx, tenancy: system }, { name: system.name }),
    ).rejects.toMatchObject({ tag: "@error/Forbidden" });
    await expect(
      setTenancySuspended({ ...tenancy.ctx, tenancy: system }, true),
    ).rejects.toMatchObject({ tag: "@error/Forbidden" });
    expect(await findTenancy(run.current, tenancy.id)).not.toBeNull();
  });
});

test("counts a tenancy's rows up to 10,000", async () => {
  const tenancy = await createTestTenancy(run.current);
  await fill(tenancy, 10_002);
  await challengeOf(tenancy);
  expect(await countContents(tenancy.ctx)).toEqual({
    users: 10_001,
    passkeys: 10_001,
    challenges: 1,
    apiKeys: 1,
    people: 0,
  });
});

test("suspending twice is audited once, and so is resuming", async () => {
  const { ctx, id } = await createTestTenancy(run.current);
  for (const suspended of [true, true, false, false]) await setTenancySuspended(ctx, suspended);
  expect(
    await run.current.db.auditEvent.count({
      where: { tenancyId: id, action: { in: ["tenancy.suspended", "tenancy.resumed"] } },
    }),
  ).toBe(2);
});
