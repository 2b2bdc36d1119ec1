import { expect, test } from "vitest";
import { createJournal } from "@/drill/journal";
import type { Stored } from "@/drill/stored";
import { hasPassed } from "./check";
import { checkEmails, duplicateEmails } from "./emails";

const email = "ada@example.com";
const journal = { ...createJournal(), challenges: [{ requestId: "r1", id: "h1", email }] };

function failed(
  received: [string, string[]][],
  { isLive = true, emails = [["sent", 1]] as [string, number][] } = {},
) {
  const challenge = { id: "h1", email, attemptsLeft: 5, isVerified: !isLive, isLive };
  const stored: Stored = {
    passkeys: new Map(),
    challenges: new Map([["h1", challenge]]),
    events: new Map(),
    consumptions: new Map(),
    emails: new Map(emails),
  };
  return checkEmails(journal, stored, new Map(received))
    .filter((check) => !hasPassed(check))
    .map(({ name }) => name);
}

test("a live challenge needs its email, a verified one doesn't", () => {
  expect(failed([[email, ["<1>"]]])).toEqual([]);
  expect(failed([])).toEqual(["every live challenge's email is delivered"]);
  expect(failed([], { isLive: false })).toEqual([]);
});

test("an email may arrive twice, as the same message", () => {
  expect(failed([[email, ["<1>", "<1>"]]])).toEqual([]);
  expect(failed([[email, ["<1>", "<2>"]]])).toEqual(["repeated emails have the same Message-ID"]);
  expect(duplicateEmails(new Map([[email, ["<1>", "<1>"]]]))).toBe(1);
});

test("an email of an unknown challenge fails", () => {
  expect(
    failed([
      [email, ["<1>"]],
      ["bob@example.com", ["<2>"]],
    ]),
  ).toEqual(["every email belongs to a stored challenge"]);
});

test("emails are sent, or unwanted", () => {
  const received: [string, string[]][] = [[email, ["<1>"]]];
  expect(failed(received, { emails: [["dead unwanted", 3]] })).toEqual([]);
  for (const state of ["queued", "dead refused", "dead expired"])
    expect(failed(received, { emails: [[state, 1]] })).toEqual(["no email is queued or failed"]);
});
