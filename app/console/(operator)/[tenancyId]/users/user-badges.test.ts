import { expect, test } from "vitest";
import { notVerifiedWords } from "./user-badges";

test("an unverified email says who set it, and so whether a code to it opens the account", () => {
  expect(notVerifiedWords({ emailOwned: true })).toMatch(/operator set this .* can open/);
  expect(notVerifiedWords({ emailOwned: false })).toMatch(/user entered this .* can’t open/);
});
