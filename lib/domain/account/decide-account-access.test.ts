import { expect, test } from "vitest";
import { accountLifetimes } from "./account-limits";
import {
  type AccountAct,
  type AccountStanding,
  type AccountVerdict,
  decideAccountAccess,
  mayReportByCode,
} from "./decide-account-access";

const now = Date.UTC(2026, 10, 26);
const hour = 60 * 60 * 1_000;
const old = { addedAt: now - 30 * 24 * hour, quarantinedUntil: 0, isOldest: false };
const young = { addedAt: now - hour, quarantinedUntil: 0, isOldest: false };
const quarantined = { ...old, quarantinedUntil: now + hour };
const justNow = now - 1_000;

type Verdicts = [view: AccountVerdict, add: AccountVerdict, change: AccountVerdict];
const all = (verdict: AccountVerdict): Verdicts => [verdict, verdict, verdict];

test.each<[string, AccountStanding, Verdicts]>([
  [
    "an emailed code, with a passkey",
    { passkey: null, enabledPasskeys: 1, steppedUpAt: 0 },
    all("needs-passkey"),
  ],
  [
    "an emailed code, without a passkey",
    { passkey: null, enabledPasskeys: 0, steppedUpAt: 0 },
    ["allowed", "allowed", "needs-passkey"],
  ],
  [
    "an old passkey, just used",
    { passkey: old, enabledPasskeys: 3, steppedUpAt: justNow },
    all("allowed"),
  ],
  [
    "an old passkey, used six minutes ago",
    { passkey: old, enabledPasskeys: 3, steppedUpAt: now - 6 * 60_000 },
    ["allowed", "confirm", "confirm"],
  ],
  [
    "an old passkey, used exactly five minutes ago",
    { passkey: old, enabledPasskeys: 3, steppedUpAt: now - accountLifetimes.confirmedMs },
    ["allowed", "confirm", "confirm"],
  ],
  [
    "a passkey of an hour beside an older one",
    { passkey: young, enabledPasskeys: 2, steppedUpAt: justNow },
    all("too-young"),
  ],
  [
    "a passkey of an hour that is the only one",
    { passkey: { ...young, isOldest: true }, enabledPasskeys: 1, steppedUpAt: justNow },
    all("allowed"),
  ],
  [
    "a passkey of an hour beside newer ones",
    { passkey: { ...young, isOldest: true }, enabledPasskeys: 2, steppedUpAt: justNow },
    all("allowed"),
  ],
  [
    "a passkey of exactly a day",
    {
      passkey: { ...young, addedAt: now - accountLifetimes.trustedFromMs },
      enabledPasskeys: 2,
      steppedUpAt: justNow,
    },
    all("allowed"),
  ],
  [
    "a passkey in quarantine",
    { passkey: quarantined, enabledPasskeys: 1, steppedUpAt: justNow },
    all("quarantine"),
  ],
])("%s", (_name, standing, verdicts) => {
  const acts: AccountAct[] = ["view", "add", "change"];
  expect(acts.map((act) => decideAccountAccess(standing, act, now))).toEqual(verdicts);
});

test.each<[string, { addedAt: number }, { addedAt: number }[], boolean]>([
  ["a new passkey beside an older one", young, [young, old], true],
  ["the last one", young, [young], false],
  ["the older one of two new ones", young, [young, { addedAt: now - 1 }], false],
  ["one of two that were added at once", young, [young, young], false],
  [
    "one that is a week old",
    { addedAt: now - accountLifetimes.reportableMs },
    [{ addedAt: now - accountLifetimes.reportableMs }, old],
    false,
  ],
])("a code reports %s", (_name, reported, enabled, isAllowed) => {
  expect(mayReportByCode(reported, enabled, now)).toBe(isAllowed);
});
