import { expect, test } from "vitest";
import { mayDisableByMailbox } from "./report-by-mailbox";

const now = Date.UTC(2026, 10, 26);
const day = 24 * 60 * 60 * 1_000;
const old = { addedAt: now - 30 * day };
const young = { addedAt: now - 1_000 };
const weekOld = { addedAt: now - 7 * day };

test.each<[string, { addedAt: number }, { addedAt: number }[], boolean]>([
  ["a new passkey beside an older one", young, [young, old], true],
  ["the last one", young, [young], false],
  ["the older one of two new ones", young, [young, { addedAt: now - 1 }], false],
  ["one of two that were added at once", young, [young, young], false],
  ["one that is a week old", weekOld, [weekOld, old], false],
])("decides whether mailbox access disables %s", (_name, reported, enabled, isAllowed) => {
  expect(mayDisableByMailbox(reported, enabled, now)).toBe(isAllowed);
});
