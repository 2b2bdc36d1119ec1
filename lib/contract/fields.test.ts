import { expect, test } from "vitest";
import { id } from "@/testing/sample-values";
import { idPattern } from "./fields";

test("ids are ULIDs in lower case: 26 characters, the first at most 7, no i, l, o or u", () => {
  expect(id).toMatch(idPattern);
  for (const odd of [
    id.toUpperCase(),
    id.slice(1),
    `${id}0`,
    id.replace("0", "8"),
    id.replace("j", "i"),
    id.replace("j", "l"),
    id.replace("j", "o"),
    id.replace("j", "u"),
    `${id}\n`,
    "",
  ])
    expect(odd).not.toMatch(idPattern);
});
