import { expect, test } from "vitest";
import {
  type AccountAct,
  accountLifetimes,
  type AccountStanding,
  type AccountVerdict,
  decideAccountAccess,
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
    { passkey: null, guardingPasskeys: 1, steppedUpAt: 0 },
    all("needs-passkey"),
  ],
  [
    "an emailed code, without a passkey",
    { passkey: null, guardingPasskeys: 0, steppedUpAt: 0 },
    ["allowed", "allowed", "needs-passkey"],
  ],
  [
    "an old passkey, just used",
    { passkey: old, guardingPasskeys: 3, steppedUpAt: justNow },
    all("allowed"),
  ],
  [
    "an old passkey, used six minutes ago",
    { passkey: old, guardingPasskeys: 3, steppedUpAt: now - 6 * 60_000 },
    ["allowed", "confirm", "confirm"],
  ],
  [
    "an old passkey, used exactly five minutes ago",
    { passkey: old, guardingPasskeys: 3, steppedUpAt: now - accountLifetimes.confirmedMs },
    ["allowed", "confirm", "confirm"],
  ],
  [
    "a passkey of an hour beside an older one",
    { passkey: young, guardingPasskeys: 2, steppedUpAt: justNow },
    all("too-young"),
  ],
  [
    "a passkey of an hour that is the only one",
    { passkey: { ...young, isOldest: true }, guardingPasskeys: 1, steppedUpAt: justNow },
    all("allowed"),
  ],
  [
    "a passkey of an hour beside newer ones",
    { passkey: { ...young, isOldest: true }, guardingPasskeys: 2, steppedUpAt: justNow },
    all("allowed"),
  ],
  [
    "a passkey of exactly a day",
    {
      passkey: { ...young, addedAt: now - accountLifetimes.trustedFromMs },
      guardingPasskeys: 2,
      steppedUpAt: justNow,
    },
    all("allowed"),
  ],
  [
    "a passkey in quarantine",
    { passkey: quarantined, guardingPasskeys: 1, steppedUpAt: justNow },
    all("quarantine"),
  ],
])("%s", (_name, standing, verdicts) => {
  const acts: AccountAct[] = ["view", "add", "change"];
  expect(acts.map((act) => decideAccountAccess(standing, act, now))).toEqual(verdicts);
});
