import { expect, test } from "vitest";
import type { FoundUser } from "./found-user";
import { sortUsers, type UserOrder } from "./user-filter";

const user = (sub: string, rest: Partial<FoundUser>): FoundUser => ({
  sub,
  userId: null,
  email: "",
  emailVerified: false,
  emailOwned: false,
  name: "",
  username: null,
  isDisabled: false,
  createdAt: 0,
  passkeys: 0,
  disabledPasskeys: 0,
  lastSignInAt: null,
  ...rest,
});
const users = [
  user("02nobody", {}),
  user("03bob", { email: "Bob@example.com", lastSignInAt: 1 }),
  user("01ada", { email: "ada@example.com", lastSignInAt: 9 }),
];

test.each<[UserOrder, string[]]>([
  ["newest", ["03bob", "02nobody", "01ada"]],
  ["oldest", ["01ada", "02nobody", "03bob"]],
  ["email", ["01ada", "03bob", "02nobody"]],
  ["email-descending", ["03bob", "01ada", "02nobody"]],
  ["last-sign-in", ["01ada", "03bob", "02nobody"]],
])("sorts by %s, users without a value last", (order, expected) => {
  expect(sortUsers(users, order).map(({ sub }) => sub)).toEqual(expected);
});
