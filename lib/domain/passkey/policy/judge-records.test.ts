import { expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import type { TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { listPasskeyRecordsOf } from "@/lib/domain/passkey/find-passkey-record";
import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";
import { createSoftwareAuthenticator } from "@/testing/authenticator/software-authenticator";
import { register } from "@/testing/ceremonies";
import { enforceRules } from "@/testing/enforce-rules";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy, testOrigin, type TestTenancy } from "@/testing/test-tenancy";
import { models, seedVariants, variants } from "@/testing/varied-passkeys";
import { getPolicy } from "./get-policy";
import { judgeRecords } from "./judge-records";
import { savePolicy } from "./save-policy";

const run = provideService();

const pemOf = (der: Uint8Array) =>
  `-----BEGIN CERTIFICATE-----\n${Buffer.from(der).toString("base64")}\n-----END CERTIFICATE-----\n`;

/** Registers a passkey that can sync, and returns how to judge it under rules. */
async function withSynced() {
  const tenancy = await createTestTenancy(run.current);
  const device = createSoftwareAuthenticator({ origin: testOrigin, backupEligible: true });
  const { principal } = await register(tenancy, device);
  const judgedUnder = async (rules: Partial<PasskeyPolicyRules>) => {
    const { version } = await getPolicy(tenancy.ctx);
    await savePolicy(tenancy.ctx, { version, rules: PasskeyPolicyRules.parse(rules) });
    const current = await findTenancy(run.current, tenancy.id);
    if (current === null) throw new Error("the tenancy is gone");
    const ctx: TenancyContext = { ...tenancy.ctx, tenancy: current };
    const records = await listPasskeyRecordsOf(ctx, principal.sub);
    return (await judgeRecords(ctx, records)).map(({ judgment }) => judgment);
  };
  return { tenancy, judgedUnder };
}

test("refuses a passkey only while the policy refuses sign-ins", async () => {
  const { judgedUnder } = await withSynced();
  const rules = { storage: "device-bound", enforceOnSignIn: true } as const;
  expect(await judgedUnder({ ...rules, mode: "enforce" })).toEqual(["policy-storage"]);
  expect(await judgedUnder({ ...rules, mode: "monitor" })).toEqual(["accepted"]);
  expect(await judgedUnder({ ...rules, mode: "off" })).toEqual(["accepted"]);
  expect(await judgedUnder({ ...rules, mode: "enforce", enforceOnSignIn: false })).toEqual([
    "accepted",
  ]);
});

test("leaves open what only the next sign-in shows", async () => {
  const { tenancy, judgedUnder } = await withSynced();
  await run.current.db.passkey.updateMany({
    where: { tenancyId: tenancy.id },
    data: { backupAssumed: true, backupEligible: false },
  });
  const rules = { mode: "enforce", enforceOnSignIn: true } as const;
  expect(await judgedUnder({ ...rules, storage: "device-bound" })).toEqual(["undecided"]);
  expect(await judgedUnder({ ...rules, algorithms: [-257], storage: "synced" })).toEqual([
    "policy-algorithm",
  ]);
  expect(await judgedUnder({ ...rules, requireUserVerification: true })).toEqual(["accepted"]);
});

test("judges every kind of passkey as its sign-in is judged", async () => {
  const tenancy: TestTenancy = await createTestTenancy(run.current);
  const { makers, all } = variants(run.current.clock.now());
  await seedVariants(run.current.db, tenancy.id, { all, passkeys: all.length });
  const { ctx, reasonOf } = await enforceRules(
    run.current,
    tenancy,
    PasskeyPolicyRules.parse({
      roots: makers.slice(0, 1).map(({ certificate }) => pemOf(certificate)),
      allowedAaguids: [models[0]],
      algorithms: [-7],
    }),
  );
  const stored = await run.current.db.passkey.findMany({
    where: { tenancyId: tenancy.id },
    select: { id: true },
  });
  // The judgment reads the rest from the database.
  const judged = await judgeRecords(ctx, stored as PasskeyRecord[]);
  expect(judged).toHaveLength(all.length);
  const expected: string[] = [];
  for (const { id } of stored) expected.push((await reasonOf(id)) ?? "accepted");
  expect(judged.map(({ judgment }) => judgment)).toEqual(expected);
  expect(new Set(expected).size).toBeGreaterThan(3);
});
