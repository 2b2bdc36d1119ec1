import { expect, test } from "vitest";
import { wordsOf } from "./action-words";
import { actionFamilies, actionsOf, auditActions } from "./audit-actions";

test("every action has a name of two parts and its own words", () => {
  for (const action of auditActions) expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/);
  expect(new Set(auditActions.map(wordsOf)).size).toBe(auditActions.length);
});

test("every action belongs to a family of the filter", () => {
  expect(actionFamilies.flatMap(actionsOf).toSorted()).toEqual(auditActions.toSorted());
});

test("an unknown action is shown as it is", () => {
  expect(wordsOf("passkey.teleported")).toBe("passkey.teleported");
});
