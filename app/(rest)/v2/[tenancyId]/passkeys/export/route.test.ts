import { expect, test } from "vitest";
import { callApi } from "@/testing/api-client";
import { interceptQueries } from "@/testing/intercept-queries";
import { withBroken, withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { exporter, openExport } from "@/testing/vault-files";

const run = provideService();

testKeyRoute(run, {
  method: "GET",
  path: "passkeys/export",
  allow: "GET, HEAD",
  lacking: "vault:read",
});

const auditsOf = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.auditEvent.findMany({ where: { tenancyId, action: "vault.exported" } });

test("is NDJSON with no-store", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { headers } = await tenancy.backend(
    "GET",
    "passkeys/export",
    undefined,
    (await exporter(tenancy)).headers,
  );
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/x-ndjson",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  expect(headers.get("access-control-allow-origin")).toBeNull();
});

test("rejects a key with the scope *", async () => {
  const tenancy = await createTestTenancy(run.current);
  expect((await tenancy.backend("GET", "passkeys/export")).status).toBe(403);
  expect(await auditsOf(tenancy)).toEqual([]);
});

test("HEAD returns GET's headers without a body, and writes no audit event", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { headers } = await exporter(tenancy);
  const get = await openExport(tenancy, headers);
  const before = await auditsOf(tenancy);
  await get.body?.cancel();
  const reply = await callApi("HEAD", `/v2/${tenancy.id}/passkeys/export`, { headers });
  expect([reply.status, reply.text]).toEqual([200, ""]);
  expect([...reply.headers.keys()]).toEqual([...get.headers.keys()]);
  expect(reply.headers.get("content-type")).toBe("application/x-ndjson");
  expect(await auditsOf(tenancy)).toEqual(before);
});

test("returns Unavailable without the database, not an empty vault", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { headers } = await exporter(tenancy);
  expect(
    await withLostDatabase(() => tenancy.backend("GET", "passkeys/export", undefined, headers)),
  ).toMatchObject({ status: 503, body: { _tag: "@error/Unavailable" } });
  // Lost behind the admission, before the first line.
  const raise = () => Promise.reject(Object.assign(new Error("gone"), { code: "ECONNREFUSED" }));
  const db = interceptQueries(run.current.db, ({ sql }, send) =>
    sql.includes("LATERAL") ? raise() : send(),
  );
  expect(
    await withBroken({ db }, () => tenancy.backend("GET", "passkeys/export", undefined, headers)),
  ).toMatchObject({ status: 503 });
});
