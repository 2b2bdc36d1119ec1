import { expect, test } from "vitest";
import { createJournal, type Journal } from "@/drill/journal";
import { eventKey, type Stored } from "@/drill/stored";
import { hasPassed } from "./check";
import { checkKept, countEffects } from "./kept";

const event = (requestId: string, action: string, targetId: string) => ({
  action,
  requestId,
  targetId,
});

/** A journal of one of each, and a database that has them. */
function consistent(): { journal: Journal; stored: Stored } {
  const journal: Journal = {
    ...createJournal(),
    registrations: [
      { requestId: "r1", userId: "ada", sub: "s1", passkeyId: "p1", credentialId: "c1" },
    ],
    signIns: [{ requestId: "r2", credentialId: "c1", counter: 2 }],
    challenges: [{ requestId: "r3", id: "h1", email: "ada@example.com" }],
    verifications: [{ requestId: "r4", challengeId: "h1" }],
    wrongGuesses: [{ challengeId: "h1", attemptsRemaining: 4 }],
    reads: [{ passkeyId: "p1", isFound: true }],
  };
  const passkey = { id: "p1", sub: "s1", userId: "ada", credentialId: "c1", signCount: "2" };
  const challenge = { id: "h1", email: "ada@example.com", attemptsLeft: 3, isVerified: true };
  const stored: Stored = {
    passkeys: new Map([["c1", passkey]]),
    challenges: new Map([["h1", { ...challenge, isLive: false }]]),
    events: new Map(
      [
        event("r1", "passkey.registered", "p1"),
        event("r2", "passkey.authenticated", "p1"),
        event("r3", "challenge.created", "h1"),
        event("r4", "challenge.verified", "h1"),
      ].map((each) => [eventKey(each.requestId, each.action), [each]]),
    ),
    consumptions: new Map(),
    emails: new Map(),
  };
  return { journal, stored };
}

const failed = ({ journal, stored }: ReturnType<typeof consistent>) =>
  checkKept(journal, stored)
    .filter((check) => !hasPassed(check))
    .map(({ name }) => name);

test("passes if the database has everything", () => {
  expect(failed(consistent())).toEqual([]);
});

test("a missing passkey fails", () => {
  const run = consistent();
  run.stored.passkeys.clear();
  expect(failed(run)).toEqual([
    "acknowledged registrations have their user and passkey",
    "signature counters of acknowledged sign-ins are stored",
  ]);
});

test("a passkey of another user fails", () => {
  const run = consistent();
  const [passkey] = run.stored.passkeys.values();
  if (passkey !== undefined) run.stored.passkeys.set("c1", { ...passkey, userId: "bob" });
  expect(failed(run)).toEqual(["acknowledged registrations have their user and passkey"]);
});

test("a smaller counter fails", () => {
  const run = consistent();
  const [passkey] = run.stored.passkeys.values();
  if (passkey !== undefined) run.stored.passkeys.set("c1", { ...passkey, signCount: "1" });
  expect(failed(run)).toEqual(["signature counters of acknowledged sign-ins are stored"]);
});

test.each([
  ["r1", "passkey.registered", "acknowledged registrations are audited once"],
  ["r2", "passkey.authenticated", "acknowledged sign-ins are audited once"],
  ["r3", "challenge.created", "acknowledged challenges are audited once"],
  ["r4", "challenge.verified", "acknowledged verifications are audited once"],
])("a missing or repeated audit event of %s fails", (requestId, action, name) => {
  const key = eventKey(requestId, action);
  const run = consistent();
  const events = run.stored.events.get(key) ?? [];
  run.stored.events.set(key, [...events, ...events]);
  expect(failed(run)).toEqual([name]);
  run.stored.events.delete(key);
  expect(failed(run)).toEqual([name]);
});

test("a challenge that is missing, open again or has its attempt back fails", () => {
  const run = consistent();
  const [challenge] = run.stored.challenges.values();
  if (challenge === undefined) throw new Error("there is no challenge");
  run.stored.challenges.set("h1", { ...challenge, isVerified: false, attemptsLeft: 5 });
  expect(failed(run)).toEqual([
    "acknowledged verifications are stored",
    "wrong codes cost their attempt",
  ]);
  run.stored.challenges.clear();
  expect(failed(run)).toEqual([
    "acknowledged challenges are stored",
    "acknowledged verifications are stored",
    "wrong codes cost their attempt",
  ]);
});

test("a read without the passkey fails", () => {
  const run = consistent();
  run.journal.reads.push({ passkeyId: "p1", isFound: false });
  expect(failed(run)).toEqual(["reads find acknowledged passkeys"]);
});

test("counts failed requests that the audit log has", () => {
  const { journal, stored } = consistent();
  const sent = { kind: "any", instance: 0, startedAt: 0, endedAt: 1 };
  journal.sent = [
    { ...sent, requestId: "r1", status: 200 },
    { ...sent, requestId: "r2", status: 503 },
    { ...sent, requestId: "r3" },
    { ...sent, requestId: "r5" },
  ];
  expect(countEffects(journal, stored)).toBe(2);
});

test("a 503 that promises that nothing was changed must be true", () => {
  const run = consistent();
  const message = "The database is unavailable. Nothing was changed. Try again shortly.";
  const sent = { kind: "any", instance: 0, startedAt: 0, endedAt: 1, status: 503 };
  run.journal.sent = [
    { ...sent, requestId: "r5", message },
    { ...sent, requestId: "r1", message: "The request may have taken effect." },
  ];
  expect(failed(run)).toEqual([]);
  run.journal.sent.push({ ...sent, requestId: "r1", message });
  expect(failed(run)).toEqual(["a 503 that promises no change changed nothing"]);
});
