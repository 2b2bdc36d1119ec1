import { expect, test } from "vitest";
import { withLostDatabase } from "@/lib/testing/other-instance";
import type { TestService } from "@/lib/testing/test-service";
import { seedVariants, variants } from "@/lib/testing/varied-passkeys";
import { createTestTenancy } from "@/lib/testing/test-tenancy";
import { limits } from "@/lib/limits";
import { provideService } from "@/tests/support/provide-service";
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
