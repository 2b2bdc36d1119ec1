import { expect, test } from "vitest";
import { provideService } from "@/testing/provide-service";
import { createTestTenancy } from "@/testing/test-tenancy";
import { own } from "@/testing/vault-rules";
import { eraseUser } from "./erase-user";
import { hasErasedUsers } from "./has-erased-users";
import { setUserDisabled } from "./set-user-disabled";

const run = provideService();

test("is true once a user of the tenancy was erased", async () => {
  const tenancy = await createTestTenancy(run.current);
  const other = await createTestTenancy(run.current);
  const [owned] = await own(tenancy, 1, { userId: "ada" });
  const sub = owned?.sub ?? "";
  await setUserDisabled(tenancy.ctx, sub, true, "asked by phone");
  expect(await hasErasedUsers(tenancy.ctx)).toBe(false);
  await eraseUser(tenancy.ctx, sub);
  expect(await hasErasedUsers(tenancy.ctx)).toBe(true);
  expect(await hasErasedUsers(other.ctx)).toBe(false);
});
