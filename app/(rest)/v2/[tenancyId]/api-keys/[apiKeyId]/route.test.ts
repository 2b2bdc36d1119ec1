import { expect, test } from "vitest";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

testKeyRoute(run, {
  method: "DELETE",
  path: "api-keys/01jd3s0m6kz8f4w2v9b7c5x1ta",
  allow: "DELETE",
  body: { reason: "Unused" },
  lacking: "settings:write",
  scope: "api-keys:write",
});

test("revokes a key for good, with the reason in the audit log", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id: actorId, call } = await createCaller(tenancy, ["api-keys:write"]);
  const { id } = await createCaller(tenancy, ["api-keys:write"]);
  expect(await call("DELETE", `api-keys/${id}`, { reason: "Unused" })).toMatchObject({
    status: 202,
    body: { _tag: "ApiKey", id, state: "revoked" },
  });
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "api-key.revoked" },
    }),
  ).toMatchObject([{ targetId: id, actorKind: "apiKey", actorId, reason: "Unused" }]);
  for (const [method, path, body] of [
    ["DELETE", `api-keys/${id}`],
    ["POST", `api-keys/${id}/lock`],
    ["POST", `api-keys/${id}/unlock`],
    ["POST", `api-keys/${id}/rotate`, { overlapMs: 0 }],
  ] as const)
    expect(await call(method, path, body)).toMatchObject({
      status: 404,
      body: { _tag: "@error/NotFound" },
    });
});

test("a key revokes itself, without a body", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id, call } = await createCaller(tenancy, ["api-keys:write"]);
  expect((await call("DELETE", `api-keys/${id}`)).status).toBe(202);
  expect((await call("GET", "api-keys")).status).toBe(403);
});

test("a wider key is refused and stays live", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["api-keys:write"]);
  expect((await call("DELETE", `api-keys/${tenancy.apiKeyId}`)).status).toBe(403);
  expect((await tenancy.backend("GET", "user/x")).status).toBe(404);
});
