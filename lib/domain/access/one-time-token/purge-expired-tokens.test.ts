import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { consumeToken } from "./consume-token";
import { issueToken, purgeExpiredTokens } from "./issue-token";
import { hashSecretValue } from "./secret-value";

const run = provideService();
const issue = ({ ctx }: TestTenancy, lifetimeMs: number) =>
  issueToken(ctx, { kind: "registration", payload: {}, lifetimeMs, apiKeyId: null });
const countTokens = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.oneTimeToken.count({ where: { tenancyId } });

/** Purges until nothing is due, like the task. Returns the batch sizes. */
async function purgeAll(): Promise<number[]> {
  const batches = [];
  do batches.push(await purgeExpiredTokens(run.current));
  while (batches.at(-1) === limits.purgeBatchRows);
  return batches;
}

async function plant({ id: tenancyId }: TestTenancy, count: number): Promise<void> {
  const expiresAt = new Date(run.current.clock.now() - 1);
  await run.current.db.oneTimeToken.createMany({
    data: Array.from({ length: count }, (_, index) => ({
      tenancyId,
      hash: hashSecretValue(`${tenancyId} ${index}`),
      kind: "code" as const,
      payload: {},
      createdAt: expiresAt,
      expiresAt,
    })),
  });
}

test("deletes expired tokens, used or not, and keeps valid ones", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { body } = await tenancy.backend("POST", "passkey/registration/authorize", {
    username: "ada",
  });
  await issue(tenancy, 10);
  await issue(tenancy, 10);
  const used = await issue(tenancy, 10);
  await consumeToken(tenancy.ctx, "registration", used.token);
  run.current.clock.advance(10);
  await purgeAll();
  // A token is expired at `expiresAt`, and purged one millisecond later.
  expect(await countTokens(tenancy)).toBe(4);
  run.current.clock.advance(1);
  await purgeAll();
  expect(await countTokens(tenancy)).toBe(1);
  expect(
    (
      await tenancy.browser("POST", "passkey/registration/options", {
        registrationToken: body["registrationToken"],
      })
    ).status,
  ).toBe(200);
});

test("keeps a used token until it expires", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { body } = await tenancy.backend("POST", "passkey/registration/authorize", {
    username: "ada",
  });
  await tenancy.browser("POST", "passkey/registration/options", {
    registrationToken: body["registrationToken"],
  });
  await purgeAll();
  expect(
    await run.current.db.oneTimeToken.count({
      where: { tenancyId: tenancy.id, kind: "registration", consumedAt: { not: null } },
    }),
  ).toBe(1);
});

test("deletes in bounded batches", async () => {
  await purgeAll();
  const tenancy = await createTestTenancy(run.current);
  await plant(tenancy, limits.purgeBatchRows + 5);
  expect(await purgeAll()).toEqual([limits.purgeBatchRows, 5]);
  expect(await countTokens(tenancy)).toBe(0);
});

test("two instances purge concurrently without waiting, and delete each row once", async () => {
  await purgeAll();
  const tenancy = await createTestTenancy(run.current);
  await plant(tenancy, limits.purgeBatchRows + 500);
  const purged = run.current.db.$transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM "OneTimeToken" WHERE "tenancyId" = ${tenancy.id}
      ORDER BY "hash" LIMIT 100 FOR UPDATE`;
    const others = await Promise.all([
      purgeExpiredTokens(run.current),
      purgeExpiredTokens(run.current),
    ]);
    return others.reduce((sum, count) => sum + count, 0);
  });
  const whileLocked = await purged;
  expect(whileLocked).toBeGreaterThan(0);
  const later = (await purgeAll()).reduce((sum, count) => sum + count, 0);
  expect(whileLocked + later).toBe(limits.purgeBatchRows + 500);
  expect(await countTokens(tenancy)).toBe(0);
});
