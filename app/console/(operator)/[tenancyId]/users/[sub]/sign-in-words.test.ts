import { expect, test } from "vitest";
import type { SignInSummary } from "@/lib/domain/history/sign-in-summary/summarize-sign-in";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import type { JudgedRecord } from "@/lib/domain/passkey/policy/judge-records";
import {
  codeWords,
  emailAdviceOf,
  endedCauseOf,
  headlineOf,
  pastWords,
  remedyOf,
  unexplainedWords,
} from "./sign-in-words";

type CodeState = SignInSummary["code"];

interface Given {
  working?: number;
  refused?: number;
  quarantined?: number;
  disabled?: number;
  code?: CodeState;
  block?: SignInSummary["block"];
  isMailboxLimited?: boolean;
  emailProblem?: SignInSummary["emailProblem"];
}

// The words only count passkeys.
const records = (count: number) =>
  Array.from<unknown, JudgedRecord>({ length: count }, () => ({}) as JudgedRecord);

const summaryOf = (given: Given): SignInSummary => ({
  block: given.block ?? null,
  passkeys: {
    working: records(given.working ?? 0),
    refused: records(given.refused ?? 0),
    quarantined: records(given.quarantined ?? 0),
    disabled: records(given.disabled ?? 0),
  },
  code: given.code ?? "no-email",
  hasAccountPage: false,
  isMailboxLimited: given.isMailboxLimited ?? false,
  emailProblem: given.emailProblem ?? null,
  lastEmail: null,
  lastSignIn: null,
  lastProblem: null,
  lastPrompt: null,
});

const retried: NonNullable<SignInSummary["emailProblem"]> = {
  retried: {
    challengeId: "c",
    attempts: 2,
    answer: "451",
    provider: "smtp",
    requestedAt: 0,
    nextAttemptAt: 0,
  },
  alarm: null,
  othersAffected: 0,
};
const failing = (isSevere: boolean): NonNullable<SignInSummary["emailProblem"]> => ({
  retried: null,
  othersAffected: 0,
  alarm: {
    kind: "deliveries-failing",
    isSevere,
    sinceMs: 0,
    answer: null,
    tried: 3,
    retrying: 3,
    refused: 0,
    expired: 0,
  },
});

test.each<[Given, string, string]>([
  [
    { working: 1, code: "undelivered", emailProblem: retried },
    "warning",
    "Can sign in with 1 passkey, but the last email isn’t delivered yet",
  ],
  [
    { working: 1, code: "not-owned", emailProblem: retried },
    "warning",
    "Can sign in with 1 passkey, but the last email isn’t delivered yet",
  ],
  [
    {
      working: 1,
      code: "undelivered",
      emailProblem: { ...failing(false), retried: retried.retried },
    },
    "warning",
    "Can sign in with 1 passkey, but the last email isn’t delivered yet",
  ],
  [
    { working: 1, code: "undelivered", emailProblem: failing(true) },
    "warning",
    "Can sign in with 1 passkey, but email isn’t being delivered",
  ],
  [
    { working: 1, code: "works", emailProblem: failing(false) },
    "warning",
    "Can sign in with 1 passkey or an emailed code, but some email isn’t being delivered",
  ],
  [
    { code: "undelivered", emailProblem: failing(true) },
    "bad",
    "Can’t sign in now: no passkey is registered, and email isn’t being delivered",
  ],
  [{ working: 2, code: "works" }, "good", "Can sign in with 2 passkeys or an emailed code"],
  [{ working: 1, code: "application" }, "good", "Can sign in with 1 passkey"],
  [{ working: 1, disabled: 1 }, "good", "Can sign in with 1 passkey"],
  [{ code: "works" }, "warning", "Can sign in with an emailed code, but no passkey is registered"],
  [
    { disabled: 1, code: "works" },
    "warning",
    "Can sign in with an emailed code, but the only passkey is disabled",
  ],
  [
    { disabled: 2, code: "application" },
    "warning",
    "Can’t sign in with a passkey: all 2 passkeys are disabled",
  ],
  [
    { code: "recovery" },
    "warning",
    "Can create a passkey with an emailed code, but no passkey is registered",
  ],
  [{ working: 1, code: "recovery" }, "good", "Can sign in with 1 passkey"],
  [{ quarantined: 1 }, "bad", "Can’t sign in: the only passkey is in quarantine"],
  [
    { quarantined: 1, disabled: 1, code: "not-owned" },
    "bad",
    "Can’t sign in: all passkeys are disabled or in quarantine",
  ],
  [{ working: 1, refused: 1 }, "good", "Can sign in with 1 passkey"],
  [
    { refused: 1, code: "works" },
    "warning",
    "Can sign in with an emailed code, but the only passkey is refused by the passkey policy",
  ],
  [
    { refused: 2, code: "no-email" },
    "bad",
    "Can’t sign in: all 2 passkeys are refused by the passkey policy",
  ],
  [
    { refused: 1, quarantined: 1, disabled: 1, code: "application" },
    "warning",
    "Can’t sign in with a passkey: all passkeys are disabled, in quarantine or refused by the passkey policy",
  ],
  [
    { code: "rate-limited" },
    "bad",
    "Can’t sign in now: no passkey is registered, and the mailbox must wait for a code",
  ],
  [
    { working: 1, code: "refused" },
    "warning",
    "Can sign in with 1 passkey, but emails to this address are refused",
  ],
  [
    { working: 1, code: "works", isMailboxLimited: true },
    "warning",
    "Can sign in with 1 passkey or an emailed code, but the mailbox is rate-limited",
  ],
  [
    { code: "refused" },
    "bad",
    "Can’t sign in now: no passkey is registered, and emails to this address are refused",
  ],
  [{ working: 1, block: "user-disabled" }, "bad", "This user is disabled and can’t sign in"],
  [
    { working: 1, block: "tenancy-suspended" },
    "bad",
    "This tenancy is suspended, so no user can sign in",
  ],
])("the headline of %j", (given, tone, text) => {
  expect(headlineOf(summaryOf(given))).toEqual({ tone, text });
});

test("says what a code does unless the headline does", () => {
  for (const state of ["works", "rate-limited", "refused"] as const)
    expect(codeWords(state)).toBeUndefined();
  expect(codeWords("no-email")).toContain("no email");
  expect(codeWords("not-owned")).toContain("isn’t verified");
  expect(codeWords("application")).toContain("Your application decides");
  expect(codeWords("recovery")).toContain("doesn’t sign the user in");
});

test("says what to do for a user without a passkey, and for one who is kept out", () => {
  expect(remedyOf(summaryOf({ working: 1 }))).toBeUndefined();
  expect(remedyOf(summaryOf({ disabled: 1 }))).toBeUndefined();
  expect(remedyOf(summaryOf({ code: "works" }))).toContain("sign in with a code");
  expect(remedyOf(summaryOf({ code: "recovery" }))).toContain("request a code");
  expect(remedyOf(summaryOf({}))).toContain("registration");
  expect(remedyOf(summaryOf({ refused: 1, disabled: 1 }))).toBeUndefined();
  for (const code of ["works", "recovery", "application"] as const)
    expect(remedyOf(summaryOf({ refused: 1, code }))).toContain(
      "a passkey that the policy accepts",
    );
  expect(remedyOf(summaryOf({ block: "user-disabled" }))).toContain("Enable the user");
  expect(remedyOf(summaryOf({ block: "tenancy-suspended" }))).toContain("resume");
});

test("a refused sign-in since the last one is in the headline, another problem isn't", () => {
  const after = (kind: string, signedInAt: number | null) =>
    headlineOf({
      ...summaryOf({ working: 1 }),
      lastSignIn: signedInAt === null ? null : { at: signedInAt, event: null },
      lastProblem: { kind, at: 5 } as SignInSummary["lastProblem"],
    });
  const failed = {
    tone: "warning",
    text: "Can sign in with 1 passkey, but the last attempt failed",
  };
  const works = { tone: "good", text: "Can sign in with 1 passkey" };
  expect(after("sign-in.refused", null)).toEqual(failed);
  expect(after("sign-in.refused", 4)).toEqual(failed);
  expect(after("sign-in.refused", 6)).toEqual(works);
  expect(after("code.rate-limited", null)).toEqual(works);
});

test("says when a cancelled prompt appears, and where a device-bound passkey works", () => {
  const working = (isSynced: boolean) => [
    {
      passkey: { id: "a", credential: { deviceType: isSynced ? "multiDevice" : "singleDevice" } },
    } as unknown as JudgedRecord,
  ];
  const wordsFor = (summary: Partial<SignInSummary>, isSynced = true) =>
    unexplainedWords({
      ...summaryOf({}),
      passkeys: { working: working(isSynced), refused: [], quarantined: [], disabled: [] },
      ...summary,
    });
  expect(wordsFor({})).toMatch(/authorized the sign-in for this user\.$/);
  const lastPrompt = { kind: "sign-in.reported" } as SignInSummary["lastPrompt"];
  expect(wordsFor({ lastPrompt })).toBeUndefined();
  expect(wordsFor({ lastPrompt }, false)).toBe(
    "Their passkey works only on the device that has it.",
  );
  expect(wordsFor({}, false)).toContain("works only on the device that has it");
  const lastProblem = { kind: "sign-in.refused", at: 1 } as SignInSummary["lastProblem"];
  expect(wordsFor({ lastProblem })).toBeUndefined();
  expect(wordsFor({ block: "user-disabled" })).toBeUndefined();
  expect(unexplainedWords(summaryOf({}))).toBeUndefined();
});

test("says what to check when the last email was accepted", () => {
  const of = (kind: string) =>
    emailAdviceOf({ ...summaryOf({}), lastEmail: { kind } as SignInSummary["lastEmail"] });
  expect(of("code.accepted")).toContain("spam folder");
  expect(of("code.requested")).toContain("email log");
  expect(of("code.verified")).toBeUndefined();
});

const refusal = (reason: string) =>
  ({ id: "e", at: 1, kind: "sign-in.refused", reason, passkey: { id: "a" } }) as TimelineEntry;
const ofPasskey = { passkey: { id: "a" } } as JudgedRecord;

test("a passkey that was enabled again is no reason to warn", () => {
  const lastProblem = refusal("PasskeyDisabled");
  const without = summaryOf({ working: 0 });
  const enabled = {
    ...without,
    passkeys: { working: [ofPasskey], refused: [], quarantined: [], disabled: [] },
    lastProblem,
  };
  expect(endedCauseOf(enabled, lastProblem)).toEqual({
    was: "Passkey was disabled",
    since: "it has been enabled since",
  });
  expect(headlineOf(enabled)).toEqual({ tone: "good", text: "Can sign in with 1 passkey" });
  const disabled = { working: [], refused: [], quarantined: [], disabled: [ofPasskey] };
  expect(endedCauseOf({ ...without, passkeys: disabled }, lastProblem)).toBeNull();
  expect(headlineOf({ ...enabled, lastProblem: refusal("Internal") }).tone).toBe("warning");
});

test("a failure before a sign-in, and a refused passkey before a new one, are told as past", () => {
  const registered = (createdAt: number, group = "working") => ({
    ...summaryOf({}),
    passkeys: { ...summaryOf({}).passkeys, [group]: [{ passkey: { id: "b", createdAt } }] },
  });
  const refused = { ...refusal("VerificationFailed.policy-storage"), kind: "registration.refused" };
  expect(pastWords(registered(2), refused)).toBe("They have registered a passkey since.");
  expect(pastWords(registered(0), refused)).toBeNull();
  expect(pastWords(registered(2, "refused"), refused)).toBeNull();
  // A new passkey helps against a wrong signature, and not against a used code.
  expect(pastWords(registered(2), refusal("VerificationFailed.signature"))).toBe(
    "They have registered a passkey since.",
  );
  expect(pastWords(registered(2), refusal("InvalidCode"))).toBeNull();
  const signedIn = { ...summaryOf({}), lastSignIn: { at: 2, event: null } };
  expect(pastWords(signedIn, refusal("VerificationFailed.signature"))).toBe(
    "They have signed in since.",
  );
  expect(headlineOf({ ...registered(2), lastProblem: refused }).tone).toBe("good");
});

test("a policy that accepts the passkey now is told as past, if a sign-in can’t decide otherwise", () => {
  const ended = (reason: string, judgment: JudgedRecord["judgment"]) => {
    const group = judgment === "accepted" || judgment === "undecided" ? "working" : "refused";
    const { passkeys } = summaryOf({});
    const record = { ...ofPasskey, judgment };
    return endedCauseOf(
      { ...summaryOf({}), passkeys: { ...passkeys, [group]: [record] } },
      refusal(`VerificationFailed.${reason}`),
    );
  };
  expect(ended("policy-storage", "accepted")).toEqual({
    was: "Policy: storage not accepted",
    since: "the policy accepts this passkey now",
  });
  expect(ended("policy-storage", "undecided")).toBeNull();
  expect(ended("policy-storage", "policy-storage")).toBeNull();
  expect(ended("policy-user-verification", "accepted")).toBeNull();
  expect(ended("signature", "accepted")).toBeNull();
});

test("an email that was verified since, and a passkey that the policy refuses now", () => {
  const unverified = refusal("Forbidden.email-not-verified");
  expect(endedCauseOf(summaryOf({ code: "not-owned" }), unverified)).toBeNull();
  expect(endedCauseOf(summaryOf({ code: "works" }), unverified)?.since).toBe(
    "it has been verified since",
  );
  const { passkeys } = summaryOf({});
  const enabled = { ...summaryOf({}), passkeys: { ...passkeys, refused: [ofPasskey] } };
  expect(endedCauseOf(enabled, refusal("PasskeyDisabled"))?.since).toContain(
    "the passkey policy refuses it now",
  );
});

test("a quarantine that ended and a user who was enabled again are told as past", () => {
  const passkeys = { working: [], refused: [], quarantined: [ofPasskey], disabled: [] };
  const summary = { ...summaryOf({}), passkeys };
  expect(endedCauseOf(summary, refusal("PasskeyDisabled.quarantine"))).toBeNull();
  expect(
    endedCauseOf(
      { ...summary, passkeys: { ...passkeys, working: [ofPasskey] } },
      refusal("PasskeyDisabled.quarantine"),
    ),
  ).toEqual({ was: "Passkey was in quarantine", since: "that has ended" });
  for (const reason of ["PasskeyDisabled.user-disabled", "Forbidden.user-disabled"]) {
    expect(endedCauseOf(summary, refusal(reason))?.since).toBe("they have been enabled since");
    expect(endedCauseOf({ ...summary, block: "user-disabled" }, refusal(reason))).toBeNull();
  }
});
