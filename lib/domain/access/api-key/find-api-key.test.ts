import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findApiKey } from "./list-api-keys";
import { revokeApiKey } from "./set-api-key-state";

const run = provideService();

test("finds a key of the tenancy, also a revoked one, and never its hash", async () => {
  const { ctx, apiKeyId } = await createTestTenancy(run.current);
  expect(await findApiKey(ctx, apiKeyId)).toMatchObject({ name: "Test", state: "live" });
  await revokeApiKey(ctx, apiKeyId);
  const key = await findApiKey(ctx, apiKeyId);
  expect(key).toMatchObject({ id: apiKeyId, state: "revoked" });
  expect(key).not.toHaveProperty("hash");
});

test("finds neither an unknown key nor one of another tenancy", async () => {
  const { ctx } = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  expect(await findApiKey(ctx, other.apiKeyId)).toBeNull();
  expect(await findApiKey(ctx, "x")).toBeNull();
});
