import { expect, test } from "vitest";
import { ruleOf } from "@/lib/domain/base/permission";
import { roleRights } from "./role-rights";

test.each(roleRights)("$words: one answer per role", ({ permissions }) => {
  const roles = permissions.map((permission) => ruleOf(permission).roles);
  expect(new Set(roles.map((each) => each.join(" "))).size).toBe(1);
});

test("neighboring roles differ in at least one right", () => {
  const columns = ["owner", "admin", "support", "auditor"].map((role) =>
    roleRights
      .map(({ permissions: [first] }) => first && ruleOf(first).roles.some((one) => one === role))
      .join(" "),
  );
  expect(new Set(columns).size).toBe(columns.length);
});
