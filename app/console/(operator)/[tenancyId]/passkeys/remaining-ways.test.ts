import { expect, test } from "vitest";
import type { SignInSummary } from "@/lib/domain/history/sign-in-summary/summarize-sign-in";
import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";
import { remainingWaysOf } from "./remaining-ways";

interface Given {
  working?: string[];
  refused?: string[];
  quarantined?: string[];
  code?: SignInSummary["code"];
  block?: SignInSummary["block"];
}

const recordsOf = (ids: string[] = []) => ids.map((id) => ({ passkey: { id } }) as JudgedRecord);

/** What remains without the passkey "a". */
const remainsFor = ({ working, refused, quarantined, code = "no-email", block = null }: Given) =>
  remainingWaysOf(
    {
      block,
      passkeys: {
        working: recordsOf(working),
        refused: recordsOf(refused),
        quarantined: recordsOf(quarantined),
        disabled: [],
      },
      code,
      hasAccountPage: false,
      isMailboxLimited: false,
      emailProblem: null,
      lastEmail: null,
      lastSignIn: null,
      lastProblem: null,
      lastPrompt: null,
    },
    "a",
  );

test("counts the enabled passkeys that remain", () => {
  expect(remainsFor({ working: ["a", "b"] })).toEqual({
    isLast: false,
    words: "The user keeps 1 other enabled passkey.",
  });
  expect(remainsFor({ working: ["a", "b", "c"], quarantined: ["d"] })).toEqual({
    isLast: false,
    words: "The user keeps 3 other enabled passkeys. 1 of them is in quarantine.",
  });
});

test.each<[NonNullable<Given["code"]>, string]>([
  ["works", "After this, they can sign in only with an emailed code."],
  [
    "application",
    "After this, they can sign in only with an emailed code, if your application accepts one.",
  ],
  [
    "recovery",
    "After this, they can’t sign in until they create a new passkey with an emailed code.",
  ],
  ["no-email", "After this, they can’t sign in at all: they have no email."],
  ["not-owned", "After this, they can’t sign in at all: their email isn’t verified."],
  ["bounced", "After this, they can’t sign in at all: emails to this address bounce."],
])("says how the user signs in without their only passkey: %s", (code, then) => {
  expect(remainsFor({ working: ["a"], code })).toEqual({
    isLast: true,
    words: `The user has no other enabled passkey. ${then}`,
  });
});

test("a passkey in quarantine doesn’t sign the user in yet", () => {
  expect(remainsFor({ working: ["a"], quarantined: ["b"] })).toEqual({
    isLast: true,
    words:
      "The user keeps 1 other enabled passkey. It is in quarantine. Until the quarantine ends, they " +
      "can’t sign in at all: they have no email.",
  });
});

test("a passkey that the policy refuses doesn’t sign the user in", () => {
  expect(remainsFor({ working: ["a"], refused: ["b"], quarantined: ["c"] })).toEqual({
    isLast: true,
    words:
      "The user keeps 2 other enabled passkeys. 1 of them is refused by the passkey policy. 1 of them " +
      "is in quarantine. Until the quarantine ends, they can’t sign in at all: they have no email.",
  });
  expect(remainsFor({ working: ["a"], refused: ["b"], code: "works" })).toEqual({
    isLast: true,
    words:
      "The user keeps 1 other enabled passkey. It is refused by the passkey policy. After this, they " +
      "can sign in only with an emailed code.",
  });
});

test("a passkey that doesn’t sign the user in anyway takes no way away", () => {
  expect(remainsFor({ refused: ["a"], code: "works" })).toEqual({
    isLast: false,
    words:
      "This passkey is refused by the passkey policy and doesn’t sign the user in now. The user has no " +
      "other enabled passkey. For now, they can sign in only with an emailed code.",
  });
  expect(remainsFor({ quarantined: ["a"] }).words).toContain(
    "This passkey is in quarantine and doesn’t sign the user in now.",
  );
});

test("promises a blocked user no way to sign in", () => {
  const { words } = remainsFor({ working: ["a"], code: "works", block: "user-disabled" });
  expect(words).toBe("The user has no other enabled passkey.");
});
