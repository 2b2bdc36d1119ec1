import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestOperator, type TestOperator } from "@/testing/test-operator";
import { createTestTenancy } from "@/testing/test-tenancy";
import { requireOperator } from "./console-context";
import { findKeptTenancy } from "./find-kept-tenancy";

const run = provideService();

async function keptBy(operator: TestOperator, tenancyId: string | undefined) {
  if (tenancyId !== undefined) operator.cookies.set("keystead-tenancy", tenancyId);
  return operator.as(async () => (await findKeptTenancy(await requireOperator()))?.id);
}

test("the tenancy whose page an operator opened last is kept, while they have a role in it", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const operator = () =>
    createTestOperator(run.current, { tenancyId: tenancy.id, role: "auditor" });
  expect(await keptBy(await operator(), undefined)).toBeUndefined();
  expect(await keptBy(await operator(), tenancy.id)).toBe(tenancy.id);
  expect(await keptBy(await operator(), other.id)).toBeUndefined();
  expect(await keptBy(await operator(), "no id; path=/")).toBeUndefined();
});
