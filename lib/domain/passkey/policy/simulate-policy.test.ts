import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { PasskeyPolicySimulation, RefusedPasskey } from "@/lib/contract/policy-simulation";
import { limits } from "@/lib/limits";
import { countTurns } from "@/testing/count-turns";
import { enforceRules } from "@/testing/enforce-rules";
import { interceptQueries } from "@/testing/intercept-queries";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, type TestTenancy } from "@/testing/test-tenancy";
import { models, seedVariants, type Variant, variants } from "@/testing/varied-passkeys";
import { simulatePolicy } from "./simulate-policy";

const run = provideService();

const idOf = (number: number) => `p${String(number).padStart(8, "0")}`;
const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

async function simulate(tenancy: TestTenancy, rules: PasskeyPolicyRules) {
  const refused = new Map<string, string[]>();
  let totals: PasskeyPolicySimulation | undefined;
  for await (const line of simulatePolicy(tenancy.ctx, rules))
    if (line._tag === "RefusedPasskey") refused.set(line.passkeyId, line.reasons);
    else totals = line;
  if (totals === undefined) throw new Error("the simulation has no totals");
  return { refused, totals };
}

/**
 * Expects the simulation to list exactly what enforcement refuses. Passkeys of a variant differ only
 * in what no rule reads, so one of each is enforced.
 */
async function expectEqual(
  tenancy: TestTenancy,
  rules: PasskeyPolicyRules,
  { all, passkeys }: { all: readonly Variant[]; passkeys: number },
): Promise<void> {
  const { refused, totals } = await simulate(tenancy, rules);
  const { reasonOf } = await enforceRules(run.current, tenancy, rules);
  const isUnknown = ({ backupAssumed }: Variant) => backupAssumed && rules.storage !== "any";
  let expected = 0;
  for (const [index, variant] of all.entries()) {
    if (variant.isDisabled || variant.isUserDisabled || isUnknown(variant)) continue;
    const reason = await reasonOf(idOf(index));
    for (let number = index; number < passkeys; number += all.length)
      if (refused.get(idOf(number))?.[0] !== reason)
        throw new Error(`${idOf(number)}: ${refused.get(idOf(number))?.[0]} is not ${reason}`);
    if (reason !== undefined) expected += Math.ceil((passkeys - index) / all.length);
  }
  const predicted = [...refused.keys()].filter((id) => {
    const variant = all[Number(id.slice(1)) % all.length];
    return variant !== undefined && !isUnknown(variant);
  });
  expect(predicted).toHaveLength(expected);
  expect(totals.refusedPasskeys).toBe(refused.size);
  expect(totals.notPredictable.includes("policy-storage")).toBe(rules.storage !== "any");
}

describe("the simulation lists exactly what enforcement refuses", () => {
  test("of 10,000 passkeys", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { makers, all } = variants(run.current.clock.now());
    const population = { all, passkeys: 10_000 };
    await seedVariants(run.current.db, tenancy.id, population);
    const rules = PasskeyPolicyRules.parse({
      roots: makers.slice(0, 1).map(({ certificate }) => pemOf(certificate)),
      allowedAaguids: [models[0]],
      storage: "device-bound",
      algorithms: [-7],
    });
    await expectEqual(tenancy, rules, population);
  });

  test("under any rules", async () => {
    const tenancy = await createTestTenancy(run.current);
    const { makers, all } = variants(run.current.clock.now());
    const population = { all, passkeys: 2 * all.length + 7 };
    await seedVariants(run.current.db, tenancy.id, population);
    const pems = makers.map(({ certificate }) => pemOf(certificate));
    const anyRules = fc
      .record({
        roots: fc.subarray(pems),
        allowedAaguids: fc.subarray([...models]),
        deniedAaguids: fc.subarray([...models]),
        storage: fc.constantFrom("any", "device-bound", "synced"),
        algorithms: fc.subarray([-7, -257]),
      })
      .map(({ roots, allowedAaguids, deniedAaguids, ...rules }) =>
        PasskeyPolicyRules.parse({
          ...rules,
          roots,
          ...(roots.length > 0
            ? {
                allowedAaguids,
                deniedAaguids: deniedAaguids.filter((id) => !allowedAaguids.includes(id)),
              }
            : {}),
        }),
      );
    await fc.assert(
      fc.asyncProperty(anyRules, (rules) => expectEqual(tenancy, rules, population)),
      { numRuns: 12 },
    );
  });
});

test("counts users, providers and last uses, and says what it can't predict", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { db, clock } = run.current;
  const { all } = variants(clock.now());
  const usable = all.filter(({ isDisabled, isUserDisabled, backupAssumed, attestationType }) =>
    [isDisabled, isUserDisabled, backupAssumed, attestationType !== "self"].every((no) => !no),
  );
  await seedVariants(db, tenancy.id, { all: usable, passkeys: 8 });
  // The first user has two passkeys, of which one syncs.
  await db.passkey.updateMany({
    where: { tenancyId: tenancy.id, id: idOf(2) },
    data: { sub: "u00000000", lastUsedAt: new Date(clock.now()) },
  });
  await db.passkey.updateMany({
    where: { tenancyId: tenancy.id },
    data: { backupEligible: true, aaguid: "fbfc3007-154e-4ecc-8c0b-6e020557d7bd" },
  });
  await db.passkey.updateMany({
    where: { tenancyId: tenancy.id, id: { in: [idOf(2), idOf(3)] } },
    data: { backupEligible: false },
  });
  const { totals, refused } = await simulate(
    tenancy,
    PasskeyPolicyRules.parse({ storage: "device-bound", requireUserVerification: true }),
  );
  expect(totals).toMatchObject({
    passkeys: 8,
    refusedPasskeys: 6,
    users: 7,
    affectedUsers: 6,
    refusedUsers: 5,
    reasons: { "policy-storage": 6 },
    providers: [{ provider: "Apple Passwords", passkeys: 8, refused: 6 }],
    lastUses: [
      { lastUse: "7-days", passkeys: 1, refused: 0 },
      { lastUse: "never", passkeys: 7, refused: 6 },
    ],
    notPredictable: ["policy-user-verification"],
    metadataNumber: null,
  });
  expect(refused.has(idOf(2))).toBe(false);
});

test("lets other requests run while it judges a page", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { all, makers } = variants(run.current.clock.now());
  const enabled = all.filter(({ isDisabled, isUserDisabled }) => !isDisabled && !isUserDisabled);
  const passkeys = 10 * limits.rowsPerTurn;
  await seedVariants(run.current.db, tenancy.id, { all: enabled, passkeys });
  const readTurns: (() => number)[] = [];
  // One page, so no statement gives others a turn after it.
  const db = interceptQueries(run.current.db, async (_statement, send) => {
    const rows = await send();
    readTurns.push(countTurns());
    return rows;
  });
  const rules = PasskeyPolicyRules.parse({
    roots: makers.map(({ certificate }) => pemOf(certificate)),
  });
  const { totals } = await simulate({ ...tenancy, ctx: { ...tenancy.ctx, db } }, rules);
  expect([totals.passkeys, readTurns.length]).toEqual([passkeys, 1]);
  expect(readTurns[0]?.()).toBeGreaterThanOrEqual(9);
});

test("stops when the key is revoked in between", async () => {
  const tenancy = await createTestTenancy(run.current);
  const { all } = variants(run.current.clock.now());
  await seedVariants(run.current.db, tenancy.id, { all, passkeys: 1_500 });
  const { id } = await tenancy.createKey();
  const ctx = { ...tenancy.ctx, actor: { kind: "apiKey", id, scopes: ["*"] } as const };
  const lines = simulatePolicy(ctx, PasskeyPolicyRules.parse({ storage: "synced" }));
  const first = await lines.next();
  expect((first.value as RefusedPasskey)._tag).toBe("RefusedPasskey");
  await run.current.db.apiKey.updateMany({
    where: { tenancyId: tenancy.id, id },
    data: { revokedAt: new Date(run.current.clock.now()) },
  });
  const rest = (async () => {
    for await (const line of lines) expect(line._tag).toBe("RefusedPasskey");
  })();
  await expect(rest).rejects.toMatchObject({ tag: "@error/Forbidden" });
});
