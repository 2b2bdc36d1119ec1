import { expect, test } from "vitest";
import { lockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

testKeyRoute(run, {
  method: "POST",
  path: "api-keys/01jd3s0m6kz8f4w2v9b7c5x1ta/unlock",
  allow: "POST",
  lacking: "settings:write",
  scope: "api-keys:write",
});

test("unlocks what a key locked, once", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["api-keys:write"]);
  const other = await createCaller(tenancy, ["api-keys:write"]);
  await call("POST", `api-keys/${other.id}/lock`);
  for (let times = 0; times < 2; times++)
    expect(await call("POST", `api-keys/${other.id}/unlock`)).toMatchObject({
      status: 200,
      body: { _tag: "ApiKey", id: other.id, state: "live" },
    });
  expect((await other.call("GET", "api-keys")).status).toBe(200);
  expect(
    await run.current.db.auditEvent.count({
      where: { tenancyId: tenancy.id, action: "api-key.unlocked" },
    }),
  ).toBe(1);
});

test("a key can't unlock itself", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { id, call } = await createCaller(tenancy, ["api-keys:write"]);
  await call("POST", `api-keys/${id}/lock`);
  expect((await call("POST", `api-keys/${id}/unlock`)).status).toBe(403);
  expect((await call("GET", "api-keys")).status).toBe(403);
});

test("only an operator unlocks what an operator locked, also after a key locked it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["api-keys:write"]);
  const other = await createCaller(tenancy, ["api-keys:write"]);
  await lockApiKey(tenancy.ctx, other.id);
  await call("POST", `api-keys/${other.id}/lock`);
  expect(await call("POST", `api-keys/${other.id}/unlock`)).toMatchObject({
    status: 403,
    body: { _tag: "@error/Forbidden", message: expect.stringContaining("operator") },
  });
  expect((await other.call("GET", "api-keys")).status).toBe(403);
});
