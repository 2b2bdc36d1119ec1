import { expect, test } from "vitest";
import { lifetimes } from "@/lib/limits";
import { callApi } from "@/testing/api-client";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { listApiKeys } from "./list-api-keys";
import { rotateApiKey } from "./rotate-api-key";
import { lockApiKey, revokeApiKey, unlockApiKey } from "./set-api-key-state";

const run = provideService();

test("lists a tenancy's own keys with their public fields", async () => {
  const { clock } = run.current;
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const { actor } = tenancy.ctx;
  if (actor.kind !== "operator") throw new Error("the test tenancy has no operator");
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
      isExpiringSoon: false,
      replacedById: null,
      createdBy: actor.id,
      createdByKeyId: null,
      lockedBy: null,
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
      isExpiringSoon: true,
      replacedById: null,
      createdBy: actor.id,
      createdByKeyId: null,
      lockedBy: null,
    },
  ]);
  expect((await listApiKeys(other.ctx)).map(({ id }) => id)).toEqual([other.apiKeyId]);
});

test("marks a key 14 days before its expiry, unless it was rotated", async () => {
  const { clock } = run.current;
  const { ctx, createKey } = await createTestTenancy(run.current);
  const { id } = await createKey({ expiresAt: clock.now() + 15 * lifetimes.dayMs });
  const isMarked = async () =>
    (await listApiKeys(ctx)).find((key) => key.id === id)?.isExpiringSoon;
  clock.advance(lifetimes.dayMs - 1);
  expect(await isMarked()).toBe(false);
  clock.advance(1);
  expect(await isMarked()).toBe(true);
  await rotateApiKey(ctx, { id, overlapMs: lifetimes.dayMs });
  expect(await isMarked()).toBe(false);
  clock.advance(14 * lifetimes.dayMs);
  expect(await isMarked()).toBe(false);
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
