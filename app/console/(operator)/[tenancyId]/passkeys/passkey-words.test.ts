import { expect, test } from "vitest";
import { ownerOf } from "./passkey-words";

test.each([
  ["edsger@example.com", "Edsger Perlman", "edsger@example.com"],
  ["", "Edsger Perlman", "Edsger Perlman"],
  ["", "", "edsger"],
])("names a user with the email %j and the name %j: %s", (userEmail, userName, name) => {
  expect(ownerOf({ userEmail, userName, passkey: { credential: { username: "edsger" } } })).toBe(
    name,
  );
});
