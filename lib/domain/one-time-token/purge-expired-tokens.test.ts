import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { createTestTenancy, type TestTenancy } from "@/lib/testing/test-tenancy";
import { provideService } from "@/tests/support/provide-service";
import { consumeToken } from "./consume-token";
import { issueToken } from "./issue-token";
import { purgeExpiredTokens } from "./purge-expired-tokens";
import { hashSecretValue } from "./secret-value";

const run = provideService();
const issue = ({ ctx }: TestTenancy, lifetimeMs: number) =>
  issueToken(ctx, { kind: "registration", payload: {}, lifetimeMs, apiKeyId: null });
const left = ({ id: tenancyId }: TestTenancy) =>
  run.current.db.oneTimeToken.count({ where: { tenancyId } });

/** Purges until nothing is due, as the task does; returns the sizes of the batches. */
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

test("what has expired goes, spent or not, and what is alive stays and still works", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { body } = await tenancy.backend("POST", "passkey/registration/authorize", {
    username: "ada",
  });
  await issue(tenancy, 10);
  await issue(tenancy, 10);
  const spent = await issue(tenancy, 10);
  await consumeToken(tenancy.ctx, "registration", spent.token);
  run.current.clock.advance(10);
  await purgeAll();
  // A token is good until its last millisecond, so it may lie about for one more.
  expect(await left(tenancy)).toBe(4);
  run.current.clock.advance(1);
  await purgeAll();
  expect(await left(tenancy)).toBe(1);
  expect(
    (
      await tenancy.browser("POST", "passkey/registration/options", {
        registrationToken: body["registrationToken"],
      })
    ).status,
  ).toBe(200);
});

test("a spent token is kept until it expires: it must not become unknown to those who race for it", async () => {
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

test("many go in bounded batches", async () => {
  await purgeAll();
  const tenancy = await createTestTenancy(run.current);
  await plant(tenancy, limits.purgeBatchRows + 5);
  expect(await purgeAll()).toEqual([limits.purgeBatchRows, 5]);
  expect(await left(tenancy)).toBe(0);
});

test("two instances purge side by side: neither waits for the other nor fails, and each row goes once", async () => {
  await purgeAll();
  const tenancy = await createTestTenancy(run.current);
  await plant(tenancy, limits.purgeBatchRows + 500);
  const held = run.current.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "OneTimeToken" WHERE "tenancyId" = ${tenancy.id} ORDER BY "hash" LIMIT 100 FOR UPDATE`;
    const others = await Promise.all([
      purgeExpiredTokens(run.current),
      purgeExpiredTokens(run.current),
    ]);
    return others.reduce((sum, count) => sum + count, 0);
  });
  const gone = await held;
  expect(gone).toBeGreaterThan(0);
  const later = (await purgeAll()).reduce((sum, count) => sum + count, 0);
  expect(gone + later).toBe(limits.purgeBatchRows + 500);
  expect(await left(tenancy)).toBe(0);
});
