import { expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { cachedContext } from "@/testing/cached-context";
import { provideService } from "@/testing/provide-service";
import { statementsOf } from "@/testing/statements-of";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findPolicy } from "./find-policy";
import { savePolicy } from "./save-policy";

const run = provideService();
const rules = (mode: "monitor" | "enforce") => PasskeyPolicyRules.parse({ mode });

test("a policy is read once for each state of the tenancy", async () => {
  const { ctx } = await createTestTenancy(run.current);
  await savePolicy(ctx, { version: 0, rules: rules("monitor") });
  const cached = await cachedContext(run.current, ctx);
  const find = () => statementsOf(run.current, () => findPolicy(cached, run.current.db));
  expect([await find(), await find()].map(({ length }) => length)).toEqual([1, 0]);
});

test("after the database was restored, the same number is another policy", async () => {
  const { ctx, id } = await createTestTenancy(run.current);
  const { db } = run.current;
  const modeNow = async () =>
    (await findPolicy(await cachedContext(run.current, ctx), db)).rules.mode;
  await savePolicy(ctx, { version: 0, rules: rules("enforce") });
  expect(await modeNow()).toBe("enforce");
  // The backup was made before the policy.
  await db.passkeyPolicy.deleteMany({ where: { tenancyId: id } });
  await db.tenancy.update({ where: { id }, data: { passkeyPolicyVersion: 0 } });
  expect(await modeNow()).toBe("off");
  await savePolicy(ctx, { version: 0, rules: rules("monitor") });
  expect(await modeNow()).toBe("monitor");
});
