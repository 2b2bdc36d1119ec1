import { expect, test } from "vitest";
import type { Episode } from "@/drill/faults/fault";
import { type Outcome, type Use, type UseKind, useKinds } from "@/drill/journal";
import type { Stored } from "@/drill/stored";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { hasPassed } from "./check";
import { checkSingleUse, lostCeremonies } from "./single-use";

const use = (kind: UseKind, ...outcomes: Outcome[]): Use => ({
  kind,
  value: "value",
  issuedAt: 100,
  usedAt: 200,
  outcomes,
});

const crash: Episode = {
  name: "crash",
  tolerates: {},
  recoveryLimitSeconds: 1,
  losesCeremonies: true,
  startedAt: 150,
  repairedAt: 160,
  answeredAt: 170,
  recoveredAt: 170,
};

const hash = hashSecretValue("value").toString("hex");

function failed(uses: Use[], consumptions: [string, number][], episodes: Episode[] = []) {
  const stored: Stored = {
    passkeys: new Map(),
    challenges: new Map(),
    events: new Map(),
    emails: new Map(),
    consumptions: new Map(consumptions),
  };
  return checkSingleUse(uses, stored, episodes)
    .filter((check) => !hasPassed(check))
    .map(({ name }) => name);
}

test("passes if one of two uses is accepted, and the database has one", () => {
  expect(failed([use("code", "accepted", "refused")], [[hash, 1]])).toEqual([]);
  expect(failed([use("challenge", "refused", "accepted")], [["value", 1]])).toEqual([]);
});

test.each(useKinds)("a %s that is accepted twice fails", (kind) => {
  const key = kind === "challenge" ? "value" : hash;
  expect(failed([use(kind, "accepted", "accepted")], [[key, 2]])).toEqual([
    `no ${kind} is accepted twice`,
    "no value is used twice in the database",
    "accepted values are used once in the database",
  ]);
});

test("an accepted use that the database lost fails", () => {
  expect(failed([use("code", "accepted")], [])).toEqual([
    "accepted values are used once in the database",
  ]);
});

test("an unanswered use proves nothing", () => {
  expect(failed([use("code", "unknown", "refused")], [])).toEqual([]);
  expect(failed([use("sign-in session", "unknown")], [])).toEqual([]);
});

test("a code that is refused without a use fails, also after a crash", () => {
  expect(failed([use("code", "refused", "refused")], [], [crash])).toEqual([
    "no code or challenge is lost",
  ]);
});

test("a ceremony may be lost by a crash between its issue and its use only", () => {
  const lost = [use("sign-in session", "refused")];
  const name = "no ceremony is lost without a crash of the database";
  expect(failed(lost, [], [crash])).toEqual([]);
  expect(failed(lost, [])).toEqual([name]);
  expect(failed(lost, [], [{ ...crash, losesCeremonies: false }])).toEqual([name]);
  expect(failed(lost, [], [{ ...crash, startedAt: 201, answeredAt: 300 }])).toEqual([name]);
  expect(failed(lost, [], [{ ...crash, startedAt: 1, answeredAt: 99 }])).toEqual([name]);
  expect(
    lostCeremonies([...lost, use("code", "refused"), use("registration token", "accepted")]),
  ).toBe(1);
});
