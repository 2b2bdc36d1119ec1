import { expect, test } from "vitest";
import { elsewhereItems, foundItems, foundNothing } from "./found-items";

const found = {
  users: [],
  matches: { users: 0, hasMore: false },
  suggestions: [] as string[],
  mayBeErased: false,
  mailboxes: [] as string[],
  kinds: [],
  id: "",
  hasFailed: false,
  isSearching: false,
};
const hrefs = (text: string, state: Partial<typeof found> = {}) =>
  foundItems("t", text, { ...found, ...state, text }).map(({ target }) => target);

test("an address without a user leads to its email log and activity", () => {
  expect(hrefs("ada+1@exa")).toEqual([
    { href: "/console/t/challenges?mailbox=ada%2B1%40exa" },
    { href: "/console/t/activity?mailbox=ada%2B1%40exa" },
  ]);
  expect(hrefs("qqqq")).toEqual([]);
  expect(hrefs("ada@exa", { isSearching: true })).toEqual([]);
});

test("an address without a user leads to the erased users, after its email log", () => {
  const erased = { href: "/console/t/audit?about=user.erased" };
  const items = foundItems("t", "ada@exa", { ...found, text: "ada@exa", mayBeErased: true });
  const last = items.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).at(-1);
  expect(last).toMatchObject({ group: "No user has this address", target: erased });
  expect(hrefs("ada@exa")).not.toContainEqual(erased);
  expect(hrefs("ada", { mayBeErased: true })).toEqual([]);
  expect(hrefs("ada@exa", { mayBeErased: true, isSearching: true })).toEqual([]);
});

test("mailboxes that contain the text lead to their email log and activity", () => {
  expect(hrefs("agust", { mailboxes: ["augusta@example.com"] })).toEqual([
    { href: "/console/t/challenges?mailbox=augusta%40example.com" },
    { href: "/console/t/activity?mailbox=augusta%40example.com" },
  ]);
});

test("a search without a result is offered in a few other tenancies, by name", () => {
  expect(foundNothing({ ...found, text: "ada" })).toBe(true);
  expect(foundNothing({ ...found, text: "ada", isSearching: true })).toBe(false);
  expect(foundNothing({ ...found, text: "ada", mailboxes: ["ada@example.com"] })).toBe(false);
  const tenancies = Array.from({ length: 9 }, (_, at) => ({ id: `t${at}`, name: `Shop ${at}` }));
  const items = elsewhereItems("ada@", tenancies);
  expect(items).toHaveLength(5);
  expect(items[0]).toMatchObject({
    label: "Search “ada@” in Shop 0",
    target: { href: "/console/t0/users?q=ada%40" },
  });
});

const ada = {
  sub: "s",
  email: "ada@example.com",
  name: "Ada",
  username: null,
  userId: null,
  emailVerified: true,
  isDisabled: false,
  passkeys: 1,
  disabledPasskeys: 0,
  quarantinedPasskeys: 0,
};

test.each([
  [{ users: 7, hasMore: false }, "Show all 7 matches in Users"],
  [{ users: 50, hasMore: true }, "Show the first 50 matches in Users"],
])("more matches than shown (%j) end with “%s”", (matches, label) => {
  const items = foundItems("t", "ada@", { ...found, text: "ada@", users: [ada], matches });
  const users = items.filter(({ group }) => group === "Users");
  expect(users.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).at(-1)).toMatchObject({
    label,
    target: { href: "/console/t/users?q=ada%40" },
  });
});

test("a mistyped address leads to the users that it looks like, before its email log", () => {
  const suggestions = ["ada@example.com"];
  const items = foundItems("t", "ada@exa", { ...found, text: "ada@exa", suggestions });
  const [first] = items.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  expect(first).toMatchObject({ group: "Did you mean", label: "ada@example.com" });
  expect(foundNothing({ ...found, text: "ada@exa", suggestions })).toBe(false);
});

test("only the id of a single match can be copied", () => {
  const copied = (users: (typeof ada)[]) =>
    foundItems("t", "ada", { ...found, text: "ada", users })
      .filter(({ group }) => group === "Copy")
      .map(({ label }) => label);
  expect(copied([ada])).toEqual(["Copy Keystead id of ada@example.com"]);
  expect(copied([ada, { ...ada, sub: "other" }])).toEqual([]);
});

test("users come before the email log of a part of their address", () => {
  const items = foundItems("t", "ada@", { ...found, text: "ada@", users: [ada] });
  const scores = items.map(({ score }) => score ?? 0);
  expect(items[0]?.label).toBe("ada@example.com");
  expect(Math.max(...scores)).toBe(scores[0]);
});

test.each([
  [{}, []],
  [{ isDisabled: true, emailVerified: false }, ["Disabled", "Email not verified"]],
  [{ email: "", emailVerified: false, passkeys: 0 }, ["No passkey"]],
  [
    { passkeys: 4, disabledPasskeys: 1, quarantinedPasskeys: 2 },
    ["1 passkey disabled", "2 passkeys quarantined"],
  ],
])("a user with %j has the badges %j", (state, badges) => {
  const [item] = foundItems("t", "ada", { ...found, text: "ada", users: [{ ...ada, ...state }] });
  expect(item?.badges?.map(({ label }) => label)).toEqual(badges);
});
