import { expect, test } from "vitest";
import { limits } from "@/lib/limits";
import { withLostDatabase } from "@/testing/other-instance";
import { provideService } from "@/testing/provide-service";
import type { TestService } from "@/testing/test-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { seedVariants, variants } from "@/testing/varied-passkeys";
import { startReadingChains } from "./chain-task";
import { getService } from "./service";

const run = provideService();

test("reads all stored attestations in batches, starting at once", async () => {
  const { db, clock } = run.current;
  const tenancy = await createTestTenancy(run.current);
  const unread = variants(clock.now())
    .all.filter(({ attestationType }) => attestationType === "basic")
    .map((variant) => ({ ...variant, attestationChain: null }));
  const passkeys = 2 * limits.unreadChains + 1;
  await seedVariants(db, tenancy.id, { all: unread, passkeys });
  const stop = startReadingChains();
  const countUnread = async () =>
    (await db.passkey.findMany({ where: { tenancyId: tenancy.id } })).filter(
      ({ attestationChain }) => attestationChain === null,
    ).length;
  await expect.poll(countUnread).toBe(0);
  await stop();
});

test("a failed batch is logged and does not end the task", async () => {
  await withLostDatabase(async () => {
    const service = getService() as TestService;
    await startReadingChains()();
    expect(service.logged.at(-1)).toContain('"event":"attestation.read_failed"');
  });
});
