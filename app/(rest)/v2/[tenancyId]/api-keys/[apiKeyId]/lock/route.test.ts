import { expect, test } from "vitest";
import { createCaller } from "@/testing/create-caller";
import { provideService } from "@/testing/provide-service";
import { testKeyRoute } from "@/testing/route-rules";
import { createTestTenancy } from "@/testing/test-tenancy";

const run = provideService();

testKeyRoute(run, {
  method: "POST",
  path: "api-keys/01jd3s0m6kz8f4w2v9b7c5x1ta/lock",
  allow: "POST",
  body: { reason: "Found in a log" },
  lacking: "settings:write",
  scope: "api-keys:write",
});

test("locks a key at once, and locking it again changes nothing", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["api-keys:write"]);
  const other = await createCaller(tenancy, ["api-keys:write"]);
  const lock = () => call("POST", `api-keys/${other.id}/lock`, { reason: "Found in a log" });
  const expected = { status: 200, body: { _tag: "ApiKey", state: "locked", lockedBy: "apiKey" } };
  expect(await lock()).toMatchObject(expected);
  expect((await other.call("GET", "api-keys")).status).toBe(403);
  expect(await lock()).toMatchObject(expected);
  expect(
    await run.current.db.auditEvent.findMany({
      where: { tenancyId: tenancy.id, action: "api-key.locked" },
    }),
  ).toMatchObject([{ targetId: other.id, actorKind: "apiKey", reason: "Found in a log" }]);
});

test("a wider key is refused and stays live", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { call } = await createCaller(tenancy, ["api-keys:write"]);
  expect((await call("POST", `api-keys/${tenancy.apiKeyId}/lock`)).status).toBe(403);
  expect((await tenancy.backend("GET", "user/x")).status).toBe(404);
});
