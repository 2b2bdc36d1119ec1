import { expect, test } from "vitest";
import { PasskeyPolicyRules } from "@/lib/contract/passkey-policy";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { provideService } from "@/testing/provide-service";
import { statementsOf } from "@/testing/statements-of";
import { createTestTenancy } from "@/testing/test-tenancy";
import { findPolicy } from "./find-policy";
import { savePolicy } from "./save-policy";

const run = provideService();
/** The tenancy as the next request finds it. */
async function contextOf(id: string) {
  const tenancy = await findTenancy(run.current, id);
  if (tenancy === null) throw new Error("the tenancy doesn't exist");
  return { tenancy };
}
const rules = (mode: "monitor" | "enforce") => PasskeyPolicyRules.parse({ mode });

test("a policy is read once for each state of the tenancy", async () => {
  const { ctx, id } = await createTestTenancy(run.current);
  await savePolicy(ctx, { version: 0, rules: rules("monitor") });
  const cached = await contextOf(id);
  const find = () => statementsOf(run.current, () => findPolicy(cached, run.current.db));
  expect([await find(), await find()].map(({ length }) => length)).toEqual([1, 0]);
});

test("after the database was restored, the same number is another policy", async () => {
  const { ctx, id } = await createTestTenancy(run.current);
  const { db } = run.current;
  const modeNow = async () => (await findPolicy(await contextOf(id), db)).rules.mode;
  await savePolicy(ctx, { version: 0, rules: rules("enforce") });
  expect(await modeNow()).toBe("enforce");
  // The backup was made before the policy.
  await db.passkeyPolicy.deleteMany({ where: { tenancyId: id } });
  await db.tenancy.update({ where: { id }, data: { passkeyPolicyVersion: 0 } });
  expect(await modeNow()).toBe("off");
  await savePolicy(ctx, { version: 0, rules: rules("monitor") });
  expect(await modeNow()).toBe("monitor");
});
