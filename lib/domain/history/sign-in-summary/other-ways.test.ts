import { expect, test } from "vitest";
import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";
import { otherWaysOf } from "./other-ways";
import type { SignInSummary } from "./summarize-sign-in";

type CodeState = SignInSummary["code"];

const summaryOf = (
  working: JudgedRecord[],
  code: CodeState,
  block: SignInSummary["block"] = null,
): SignInSummary => ({
  block,
  passkeys: { working, refused: [], quarantined: [], disabled: [] },
  code,
  hasAccountPage: true,
  isMailboxLimited: false,
  emailProblem: null,
  lastEmail: null,
  lastSignIn: null,
  lastProblem: null,
  lastPrompt: null,
});

const passkeyOf = (id: string, product?: string) =>
  ({
    passkey: { id, ...(product === undefined ? {} : { platform: { name: product } }) },
  }) as JudgedRecord;

test.each<[string, { working: JudgedRecord[]; code: CodeState }, string | null, string | null]>([
  ["no other way", { working: [passkeyOf("a")], code: "no-email" }, "a", null],
  ["no way at all", { working: [], code: "rate-limited" }, null, null],
  [
    "the other passkey and a code",
    { working: [passkeyOf("a"), passkeyOf("b", "iCloud Keychain")], code: "works" },
    "a",
    "their other passkey (iCloud Keychain), or with an emailed code",
  ],
  [
    "the passkey that stays after another was deleted",
    { working: [passkeyOf("b")], code: "not-owned" },
    "deleted",
    "their passkey",
  ],
  [
    "several others",
    { working: [passkeyOf("a"), passkeyOf("b"), passkeyOf("c")], code: "no-email" },
    "a",
    "another of their passkeys",
  ],
  ["no way where codes don’t sign in", { working: [], code: "recovery" }, "a", null],
  [
    "a code of the application",
    { working: [passkeyOf("a")], code: "application" },
    "a",
    "an emailed code, if your application accepts one",
  ],
])("names the ways to sign in without a failed passkey: %s", (_case, given, failedId, ways) => {
  const { working, code } = given;
  expect(otherWaysOf(summaryOf(working, code), failedId)).toMatchObject({
    ways,
    createsPasskey: code === "recovery",
    hasAccountPage: true,
  });
});

test("tells passkeys from codes, and where a code signs in", () => {
  const working = [passkeyOf("a"), passkeyOf("b", "iCloud Keychain")];
  expect(otherWaysOf(summaryOf(working, "works"), "a")).toMatchObject({
    passkey: "their other passkey (iCloud Keychain)",
    codePlace: "sign-in-page",
  });
  expect(otherWaysOf(summaryOf([], "application"), "a")).toMatchObject({
    passkey: null,
    codePlace: "application",
  });
  expect(otherWaysOf(summaryOf([], "recovery"), "a")).toMatchObject({ codePlace: null });
});

test("names no ways of a user who is kept out", () => {
  expect(otherWaysOf(summaryOf([], "works", "user-disabled"), null)).toBeUndefined();
});
