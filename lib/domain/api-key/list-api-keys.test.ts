import { expect, test } from "vitest";
import { callApi } from "@/lib/testing/api-client";
import { createTestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { listApiKeys } from "./list-api-keys";
import { lockApiKey, revokeApiKey, unlockApiKey } from "./set-api-key-state";

const run = provideService();

test("lists a tenancy's own keys with their public fields", async () => {
  const { clock } = run.current;
  const [tenancy, other] = [
    await createTestTenancy(run.current),
    await createTestTenancy(run.current),
  ];
  clock.advance(1);
  const second = await tenancy.createKey({
    name: "Reader",
    scopes: ["users:read"],
    expiresAt: clock.now() + 1_000,
  });
  await callApi("GET", `/v2/${tenancy.id}/user/x`, {
    headers: { authorization: `Bearer ${second.key}` },
  });
  const listed = await listApiKeys(tenancy.ctx);
  expect(listed).toEqual([
    {
      id: tenancy.apiKeyId,
      name: "Test",
      start: tenancy.apiKey.slice(0, 13),
      scopes: ["*"],
      state: "live",
      createdAt: clock.now() - 1,
      lastUsedAt: null,
      expiresAt: null,
      replacedById: null,
    },
    {
      id: second.id,
      name: "Reader",
      start: second.key.slice(0, 13),
      scopes: ["users:read"],
      state: "live",
      createdAt: clock.now(),
      lastUsedAt: clock.now(),
      expiresAt: clock.now() + 1_000,
      replacedById: null,
    },
  ]);
  expect((await listApiKeys(other.ctx)).map(({ id }) => id)).toEqual([other.apiKeyId]);
});

test("only a live key is admitted", async () => {
  const { ctx, createKey, id: tenancyId } = await createTestTenancy(run.current);
  const { id, key } = await createKey({ expiresAt: run.current.clock.now() + 1_000 });
  const state = async () => (await listApiKeys(ctx)).find((listed) => listed.id === id)?.state;
  const isLetIn = async () =>
    (
      await callApi("GET", `/v2/${tenancyId}/user/x`, {
        headers: { authorization: `Bearer ${key}` },
      })
    ).status === 404;
  const see = async () => [await state(), await isLetIn()];
  expect(await see()).toEqual(["live", true]);
  await lockApiKey(ctx, id);
  expect(await see()).toEqual(["locked", false]);
  run.current.clock.advance(1_000);
  expect(await see()).toEqual(["expired", false]);
  await unlockApiKey(ctx, id);
  expect(await see()).toEqual(["expired", false]);
  await revokeApiKey(ctx, id);
  expect(await see()).toEqual(["revoked", false]);
});
