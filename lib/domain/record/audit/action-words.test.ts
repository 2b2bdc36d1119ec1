import { expect, test } from "vitest";
import { actionFamilies, actionsOf, actionWords, wordsOf } from "./action-words";

const actions = Object.keys(actionWords);

test("every action has a name of two parts and its own words", () => {
  for (const action of actions) expect(action).toMatch(/^[a-z-]+\.[a-z-]+$/);
  expect(new Set(Object.values(actionWords)).size).toBe(actions.length);
});

test("every action belongs to a family of the filter", () => {
  expect(actionFamilies.flatMap(actionsOf).sort()).toEqual(actions.sort());
});

test("an unknown action is shown as it is", () => {
  expect(wordsOf("passkey.teleported")).toBe("passkey.teleported");
});
