import { expect, test } from "vitest";
import { ownerOf } from "./passkey-words";

test.each([
  ["edsger@example.com", "Edsger Perlman", "edsger@example.com"],
  ["", "Edsger Perlman", "Edsger Perlman"],
  ["", "", "u-1"],
])("names a user with the email %j and the name %j: %s", (userEmail, userName, name) => {
  expect(ownerOf({ userEmail, userName, passkey: { userId: "u-1" } })).toBe(name);
});
