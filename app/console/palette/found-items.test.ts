import { expect, test } from "vitest";
import type { MailboxTraces } from "@/lib/domain/history/timeline-search/find-parties";
import { elsewhereItems, foundItems, foundNothing } from "./found-items";
import type { PageActionKey } from "./page-action";

const found = {
  users: [],
  matches: { users: 0, hasMore: false },
  suggestions: [] as string[],
  mayBeErased: false,
  mailboxes: [] as MailboxTraces[],
  codesOf: null as string | null,
  kinds: [],
  id: "",
  hasFailed: false,
  isSearching: false,
};
const place = { tenancyId: "t", allowed: new Set<PageActionKey>() };
const mailbox = { email: "augusta@example.com", hasCodes: true, hasEvents: true };
const hrefs = (text: string, state: Partial<typeof found> = {}) =>
  foundItems(place, text, { ...found, ...state, text }).map(({ target }) => target);

test("a mailbox leads to its email log and its activity, as far as they have entries", () => {
  const emails = { href: "/console/t/challenges?mailbox=augusta%40example.com" };
  const events = { href: "/console/t/activity?mailbox=augusta%40example.com" };
  expect(hrefs("agust", { mailboxes: [mailbox] })).toEqual([emails, events]);
  expect(hrefs("agust", { mailboxes: [{ ...mailbox, hasCodes: false }] })).toEqual([events]);
  expect(hrefs("agust", { mailboxes: [{ ...mailbox, hasEvents: false }] })).toEqual([emails]);
  expect(hrefs("agust", { mailboxes: [mailbox], isSearching: true })).toEqual([]);
  expect(hrefs("agust@example.com")).toEqual([]);
});

test("an address without a user leads to the erased users, after its email log", () => {
  const erased = { href: "/console/t/audit?about=user.erased" };
  const items = foundItems(place, "ada@exa", { ...found, text: "ada@exa", mayBeErased: true });
  const last = items.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).at(-1);
  expect(last).toMatchObject({ group: "No user has this address", target: erased });
  expect(hrefs("ada@exa")).not.toContainEqual(erased);
  expect(hrefs("ada", { mayBeErased: true })).toEqual([]);
  expect(hrefs("ada@exa", { mayBeErased: true, isSearching: true })).toEqual([]);
});

test("a search without a result is offered in a few other tenancies, by name", () => {
  expect(foundNothing({ ...found, text: "ada" })).toBe(true);
  expect(foundNothing({ ...found, text: "ada", isSearching: true })).toBe(false);
  expect(foundNothing({ ...found, text: "ada", mailboxes: [mailbox] })).toBe(false);
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
  const items = foundItems(place, "ada@", { ...found, text: "ada@", users: [ada], matches });
  const users = items.filter(({ group }) => group === "Users");
  expect(users.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0)).at(-1)).toMatchObject({
    label,
    target: { href: "/console/t/users?q=ada%40" },
  });
});

test("a mistyped address leads to the users that it looks like, before its email log", () => {
  const suggestions = ["ada@example.com"];
  const items = foundItems(place, "ada@exa", { ...found, text: "ada@exa", suggestions });
  const [first] = items.toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0));
  expect(first).toMatchObject({ group: "Did you mean", label: "ada@example.com" });
  expect(foundNothing({ ...found, text: "ada@exa", suggestions })).toBe(false);
});

test("only the id of a single match can be copied", () => {
  const copied = (users: (typeof ada)[]) =>
    foundItems(place, "ada", { ...found, text: "ada", users })
      .filter(({ group }) => group === "Copy")
      .map(({ label }) => label);
  expect(copied([ada])).toEqual(["Copy Keystead id of ada@example.com"]);
  expect(copied([ada, { ...ada, sub: "other" }])).toEqual([]);
});

test("users come before the email log of a part of their address", () => {
  const items = foundItems(place, "ada@", { ...found, text: "ada@", users: [ada] });
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
  const [item] = foundItems(place, "ada", { ...found, text: "ada", users: [{ ...ada, ...state }] });
  expect(item?.badges?.map(({ label }) => label)).toEqual(badges);
});

test("the only match has actions: those of the role, with the mailbox that got codes", () => {
  const allowed = new Set<PageActionKey>(["user.disable", "user.erase", "passkey.disable"]);
  const actionsOf = (state: { users: (typeof ada)[]; codesOf?: string }) =>
    foundItems({ tenancyId: "t", allowed }, "ada@", { ...found, text: "ada@", ...state })
      .filter(({ group }) => group === "This user")
      .map(({ label, caution, target }) => [label, caution, target]);
  const page = "/console/t/users/s";
  const activity = ["Activity of this user", undefined, { href: "/console/t/activity?mailbox=s" }];
  const erase = ["Erase this user", "changes", { href: page, starts: "user.erase" }];
  expect(actionsOf({ users: [ada], codesOf: ada.email })).toEqual([
    activity,
    ["Emails to this user", undefined, { href: "/console/t/challenges?mailbox=ada%40example.com" }],
    ["Disable this user", "changes", { href: page, starts: "user.disable" }],
    erase,
  ]);
  expect(actionsOf({ users: [{ ...ada, isDisabled: true }] })).toEqual([activity, erase]);
  expect(actionsOf({ users: [ada, { ...ada, sub: "s2" }] })).toEqual([]);
});
