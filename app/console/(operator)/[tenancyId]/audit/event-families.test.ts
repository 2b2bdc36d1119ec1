import { expect, test } from "vitest";
import { eventFamilies } from "./event-families";

test("every family of events has a name for readers", () => {
  for (const { family, name } of eventFamilies) {
    expect(name, family).not.toBe(family);
    expect(name, family).toMatch(/^[A-Z]/);
  }
});
