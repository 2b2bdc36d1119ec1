import { expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { seedVariants, variants } from "@/testing/varied-passkeys";
import { getPolicy } from "./get-policy";
import { saveConfirmedPolicy } from "./save-policy";

const run = provideService();

const deviceBound = PasskeyPolicyRules.parse({
  mode: "enforce",
  enforceOnSignIn: true,
  storage: "device-bound",
});

/** A tenancy with three users, of whom this many have only a passkey that syncs. */
async function createPopulated(synced: number) {
  const tenancy = await createTestTenancy(run.current);
  const { db, clock } = run.current;
  const all = variants(clock.now()).all.filter(
    ({ isDisabled, isUserDisabled, backupAssumed }) =>
      !isDisabled && !isUserDisabled && !backupAssumed,
  );
  await seedVariants(db, tenancy.id, { all, passkeys: 3 });
  const passkeys = await db.passkey.findMany({
    where: { tenancyId: tenancy.id },
    select: { id: true },
    orderBy: { id: "asc" },
  });
  for (const [index, { id }] of passkeys.entries())
    await db.passkey.update({
      where: { tenancyId_id: { tenancyId: tenancy.id, id } },
      data: { backupEligible: index < synced, backedUp: index < synced },
    });
  return tenancy.ctx;
}

test("asks with the number of refused users, and saves nothing until it is confirmed", async () => {
  const ctx = await createPopulated(2);
  const save = (confirmedRefusals?: number) =>
    saveConfirmedPolicy(ctx, { version: 0, rules: deviceBound, confirmedRefusals });
  for (const confirmed of [undefined, 0, 1])
    expect(await save(confirmed)).toMatchObject({
      isSaved: false,
      totals: { refusedUsers: 2, users: 3 },
    });
  expect((await getPolicy(ctx)).version).toBe(0);
  expect(await save(2)).toMatchObject({ isSaved: true, policy: { version: 1 } });
  expect((await getPolicy(ctx)).rules).toEqual(deviceBound);
});

test("asks again if more users are refused than were confirmed", async () => {
  const ctx = await createPopulated(1);
  const save = () =>
    saveConfirmedPolicy(ctx, { version: 0, rules: deviceBound, confirmedRefusals: 1 });
  await ctx.db.passkey.updateMany({
    where: { tenancyId: ctx.tenancy.id },
    data: { backupEligible: true },
  });
  expect(await save()).toMatchObject({ isSaved: false, totals: { refusedUsers: 3 } });
  await ctx.db.passkey.updateMany({
    where: { tenancyId: ctx.tenancy.id },
    data: { backupEligible: false },
  });
  expect(await save()).toMatchObject({ isSaved: true });
});

test.each<[string, Partial<PasskeyPolicyRules>]>([
  ["refuses none of them", { storage: "any" }],
  ["is enforced at registrations only", { enforceOnSignIn: false }],
  ["is only monitored", { mode: "monitor" }],
  ["is off", { mode: "off" }],
])("saves at once what %s", async (_name, rules) => {
  const ctx = await createPopulated(3);
  expect(
    await saveConfirmedPolicy(ctx, { version: 0, rules: { ...deviceBound, ...rules } }),
  ).toMatchObject({ isSaved: true, policy: { version: 1 } });
});
