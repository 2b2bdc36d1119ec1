import { expect, test } from "vitest";
import type { ApiKeyCreated } from "@/lib/contract/api-key";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();
const day = 24 * 3_600_000;

testKeyRoute(run, {
  method: "POST",
  path: "api-keys/01jd3s0m6kz8f4w2v9b7c5x1ta/rotate",
  allow: "POST",
  body: { overlapMs: 0 },
  lacking: "settings:write",
  scope: "api-keys:write",
});

test("a key rotates itself, and doesn't live longer for it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const expiresAt = run.current.clock.now() + 10 * day;
  const { id, call } = await createCaller(tenancy, ["api-keys:write"], expiresAt);
  run.current.clock.advance(9 * day);
  const reply = await call("POST", `api-keys/${id}/rotate`, { overlapMs: 3_600_000 });
  expect(reply).toMatchObject({
    status: 201,
    body: {
      _tag: "ApiKeyCreated",
      apiKey: { name: "Caller", scopes: ["api-keys:write"], expiresAt, createdBy: { id } },
    },
  });
  const { key, apiKey } = reply.body as unknown as ApiKeyCreated;
  expect((await call("GET", "api-keys")).body).toMatchObject({
    records: expect.arrayContaining([
      expect.objectContaining({ id, replacedById: apiKey.id }),
    ]) as unknown,
  });
  run.current.clock.advance(3_600_000);
  expect((await call("GET", "api-keys")).status).toBe(403);
  const withNew = { authorization: `Bearer ${key}` };
  expect((await tenancy.backend("GET", "api-keys", undefined, withNew)).status).toBe(200);
  run.current.clock.advance(day);
  expect((await tenancy.backend("GET", "api-keys", undefined, withNew)).status).toBe(403);
});

test("wider and locked keys are refused, and a rotated one is NotFound", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["api-keys:write"]);
  const other = await createCaller(tenancy, ["api-keys:write"]);
  const rotate = (id: string) => call("POST", `api-keys/${id}/rotate`, { overlapMs: 0 });
  expect((await rotate(tenancy.apiKeyId)).status).toBe(403);
  await call("POST", `api-keys/${other.id}/lock`);
  expect((await rotate(other.id)).status).toBe(403);
  await call("POST", `api-keys/${other.id}/unlock`);
  expect((await rotate(other.id)).status).toBe(201);
  expect((await rotate(other.id)).status).toBe(404);
  expect(await run.current.db.apiKey.count({ where: { tenancyId: tenancy.id } })).toBe(4);
});

test.each([-1, 0.5, 7 * day + 1, "1h"])("rejects an overlap of %s", async (overlapMs) => {
  const tenancy = await createTestTenancy(run.current);
  const { id, call } = await createCaller(tenancy, ["api-keys:write"]);
  expect(await call("POST", `api-keys/${id}/rotate`, { overlapMs })).toMatchObject({
    status: 400,
    body: { issues: [{ path: "overlapMs" }] },
  });
});
