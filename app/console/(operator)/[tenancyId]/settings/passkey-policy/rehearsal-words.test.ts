import { expect, test } from "vitest";
import { lastUses } from "@/lib/contract/policy-simulation";
import { effectOf, refusalOf, resultOf, useWords } from "./rehearsal-words";

const totals = { users: 1_272, affectedUsers: 215, refusedUsers: 212 };

test("the result says when users would be refused", () => {
  const said = (rules: Parameters<typeof effectOf>[0], isSaved: boolean) =>
    resultOf(totals, effectOf(rules, isSaved));
  const later = "212 of 1,272 users would be refused once the policy is enforced at sign-ins.";
  for (const mode of ["off", "monitor"] as const)
    expect(said({ mode, enforceOnSignIn: true }, true)).toBe(later);
  expect(said({ mode: "enforce", enforceOnSignIn: false }, true)).toBe(later);
  expect(said({ mode: "enforce", enforceOnSignIn: true }, false)).toBe(
    "212 of 1,272 users would be refused at their next sign-in once you save.",
  );
  expect(said({ mode: "enforce", enforceOnSignIn: true }, true)).toBe(
    "212 of 1,272 users will be refused at their next sign-in.",
  );
  expect(resultOf({ users: 1, affectedUsers: 0, refusedUsers: 0 }, "now")).toBe(
    "None of 1 user would be refused.",
  );
});

test("the confirmation names the number of users", () => {
  expect(refusalOf(totals)).toBe(
    "212 of 1,272 users with a passkey will be refused at their next sign-in.",
  );
});

test("the buckets of last uses don’t overlap", () => {
  expect(lastUses.map((lastUse) => useWords[lastUse])).toEqual([
    "Used in the last 7 days",
    "Used 7 to 30 days ago",
    "Used 30 to 90 days ago",
    "Used over 90 days ago",
    "Never used",
  ]);
});
