import { expect, test } from "vitest";
import { tenancyNavigation } from "@/app/console/navigation";
import { violationsOf } from "@/testing/violations";
import { listPaletteItems } from "./list-palette-items";
import type { PaletteItem } from "./palette-item";
import { rankItems } from "./rank-items";

const item = (label: string, rest: Partial<PaletteItem> = {}): PaletteItem => ({
  id: label,
  group: "Go to",
  label,
  icon: "overview",
  target: { href: "/" },
  ...rest,
});
const tenancyId = "01kb3m9p7qr5s8t2v4w6x1y3za";
const owner = listPaletteItems({
  tenancy: { id: tenancyId, clientId: "client", role: "owner" },
  pages: [
    { href: `/console/${tenancyId}/users`, label: "Users", icon: "users" },
    { href: `/console/${tenancyId}/api-keys`, label: "API keys", icon: "api-keys" },
    { href: `/console/${tenancyId}/members`, label: "Members", icon: "members" },
  ],
  installation: [],
  tenancies: [{ id: tenancyId, name: "Harbour", environment: "production" }],
  strength: "passkey",
  systemId: undefined,
});
const labels = (items: readonly PaletteItem[], typed: string) =>
  rankItems(items, typed).flatMap((group) => group.items.map(({ label }) => label));

test("what an owner types finds the item first", async () => {
  const violations = await violationsOf(
    [
      ["create key", "Create API key"],
      ["crt key", "Create API key"],
      ["new key", "Create API key"],
      ["rotate", "Rotate API key"],
      ["invite", "Invite member"],
      ["members", "Members"],
      ["branding", "Settings: Branding"],
      ["limits", "Settings: Codes and limits"],
      ["dark", "Use dark theme"],
      ["mmbr", "Members"],
      ["log out", "Sign out"],
      ["docs", "Documentation"],
      ["checklist", "Show onboarding checklist"],
      ["harb", "Harbour"],
      [tenancyId.slice(-8), "Harbour"],
    ],
    (typed, label) => {
      expect(labels(owner, typed)[0]).toBe(label);
    },
  );
  expect(violations).toEqual([]);
});

const support = listPaletteItems({
  tenancy: { id: tenancyId, clientId: "client", role: "support" },
  pages: tenancyNavigation(tenancyId, "support"),
  installation: [],
  tenancies: [],
  strength: "passkey",
  systemId: undefined,
});

test("what support types finds the item first", async () => {
  const violations = await violationsOf(
    [
      ["code never arrived", "Email log"],
      ["the code did not arrive", "Email log"],
      ["didn’t get a code", "Email log"],
      ["no email", "Email log"],
      ["why no code", "Find a user who got no code"],
      ["can't sign in", "Guide: A user can’t sign in"],
      ["can’t log in", "Users"],
      ["user cant login", "Users"],
      ["locked out", "Users"],
      ["lost phone", "Passkeys"],
      ["lost my phone", "Passkeys"],
      ["stolen laptop", "Passkeys"],
      ["why failed", "Activity"],
      ["dashboard", "Overview"],
      ["raise limit", "Guide: Raise a limit"],
    ],
    (typed, label) => {
      expect(labels(support, typed)[0]).toBe(label);
    },
  );
  expect(violations).toEqual([]);
});

test("what support types also finds items that aren't first", async () => {
  const violations = await violationsOf(
    [
      ["can’t sign in", "Users"],
      ["locked out", "Guide: A user can’t sign in"],
      ["code never came", "Guide: A code never came"],
      ["why no code", "Email log"],
      ["my code never came", "Guide: A code never came"],
      ["who disabled my passkey", "Guide: Who disabled this passkey?"],
      ["who disabled", "Audit log"],
      ["lost phone", "Guide: The user lost their passkey"],
      ["stolen phone", "Guide: A device was stolen"],
    ],
    (typed, label) => {
      expect(labels(support, typed)).toContain(label);
    },
  );
  expect(violations).toEqual([]);
});

test("a phrase finds nothing that a single word of it doesn’t match", () => {
  expect(labels(support, "code never zebra")).toEqual([]);
});

const shop = listPaletteItems({
  tenancy: { id: "01kb3m9p7qr5s8t2v4w6x1y3zb", clientId: "client", role: "owner" },
  pages: [],
  installation: [],
  tenancies: [{ id: tenancyId, name: "Harbour", environment: "production" }],
  strength: "passkey",
  systemId: "01kb3m9p7qr5s8t2v4w6x1y3zc",
});

test.each(["logo", "sig", "signou", "lo", "harb", "hrbr", "sys"])(
  "“%s” finds nothing that ends the session or opens another tenancy",
  (typed) => {
    expect(labels(shop, typed)).not.toContain("Sign out");
    expect(labels(shop, typed)).not.toContain("Harbour");
    expect(labels(shop, typed)).not.toContain("Invite system owner");
  },
);

test.each([
  ["log out", "Sign out"],
  ["Harbour", "Harbour"],
  [tenancyId.slice(-8), "Harbour"],
  ["invite owner", "Invite system owner"],
])("“%s” finds “%s”, which leaves the tenancy and is last", (typed, label) => {
  const found = rankItems([...shop, item(`${typed} and more`)], typed).flatMap(
    ({ items }) => items,
  );
  expect(found.at(-1)).toMatchObject({ label, caution: "leaves" });
  expect(found[0]?.label).toBe(`${typed} and more`);
});

const erase = item("Erase this user", {
  group: "This page",
  words: "delete remove",
  caution: "changes",
});
const deletion = item("Account deletion", { group: "Settings", words: "erase" });

test.each(["eras", "era", "delet", "this use"])(
  "“%s” finds no action that destroys something",
  (typed) => expect(labels([erase, deletion], typed)).not.toContain("Erase this user"),
);

test("whole words find an action that destroys something, before weaker matches", () => {
  expect(labels([deletion, erase], "erase")).toEqual(["Erase this user", "Account deletion"]);
  expect(labels([deletion, erase], "delete user")).toEqual(["Erase this user"]);
});

test.each([
  ["logo", ["Brand"]],
  ["sender", ["Sender"]],
  ["erase", ["Find a user to erase", "Account deletion", "Guide: Delete an account"]],
])("“%s” finds what begins with it, and nothing by spread letters", (typed, found) => {
  expect(labels(owner, typed)).toEqual(found);
});

test("a whole word comes before the start of a longer one", () => {
  const found = labels(owner, "disable");
  expect(found.slice(0, 2)).toEqual(["Find a user to disable", "Find a passkey to disable"]);
  expect(found[2]).toBe("Guide: Who disabled this passkey?");
});

test("letters that are spread over a word find no action of the page", () => {
  const retry = item("Retry this email now", { group: "This page" });
  expect(labels([retry], "retr ema")).toEqual(["Retry this email now"]);
  expect(labels([retry], "rty")).toEqual([]);
});

test("an id is found by a part of it, and not by letters from it", () => {
  expect(labels(owner, [...tenancyId].filter((_, index) => index % 3 === 0).join(""))).toEqual([]);
});

test("a result of the server's search is kept, below a label that starts with the text", () => {
  const user = item("grace@example.com", { group: "Users", score: 0.85 });
  expect(labels([user, item("Hopper settings")], "hopp")).toEqual([
    "Hopper settings",
    "grace@example.com",
  ]);
  expect(labels([item("Hints of other people"), user], "hopp")[0]).toBe("grace@example.com");
});

test("without a text, every item is listed in its order", () => {
  expect(labels(owner, " ")).toEqual(owner.map(({ label }) => label));
  const recent = item("grace@example.com", { group: "Recent", score: 0.85 });
  expect(labels([recent, ...owner], "")[0]).toBe("grace@example.com");
});
