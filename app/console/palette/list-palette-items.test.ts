import { expect, test } from "vitest";
import type { OperatorRole, SessionStrength } from "@/lib/domain/base/permission";
import { listPaletteItems } from "./list-palette-items";
import { rankItems } from "./rank-items";

const list = (role: OperatorRole, strength: SessionStrength, systemId?: string) =>
  listPaletteItems({
    tenancy: { id: "t", clientId: "c", role },
    pages: [],
    installation: [],
    tenancies: [],
    strength,
    systemId,
  });
const actions = (...shown: Parameters<typeof list>) =>
  list(...shown).flatMap(({ group, label }) => (group === "Actions" ? [label] : []));
const own = [
  "Add a passkey",
  "Use light theme",
  "Use dark theme",
  "Use system theme",
  "Keyboard shortcuts",
  "Sign out",
];
const finding = ["Find a user to disable", "Find a passkey to disable"];
const enabling = ["Find a user to enable", "Find a passkey to enable"];
const uncoded = "Find a user who got no code";
const exports = ["Export passkeys", "Export the audit log"];
const ofAdmin = [
  ...finding,
  ...enabling,
  uncoded,
  "Find an email to send again",
  "Find a user to export",
  "Find a user to erase",
  ...exports,
  "Create API key",
  "Create webhook",
  "Rotate API key",
];

test.each([
  ["owner", [...ofAdmin, "Invite member", "Show onboarding checklist"]],
  ["admin", [...ofAdmin, "Show onboarding checklist"]],
  [
    "support",
    [...finding, ...enabling, uncoded, "Find an email to send again", "Show onboarding checklist"],
  ],
  ["auditor", [uncoded, "Find a user to export", ...exports, "Show onboarding checklist"]],
] as const)("%s gets the actions of the role", (role, expected) => {
  expect(actions(role, "passkey")).toEqual([...expected, ...own]);
});

test("a code session gets no action that requires a passkey", () => {
  expect(actions("owner", "code", "system")).toEqual([
    ...finding,
    uncoded,
    "Show onboarding checklist",
    ...own,
  ]);
});

test("a system owner creates tenancies and invites system owners", () => {
  expect(actions("owner", "passkey", "system")).toEqual([
    ...ofAdmin,
    "Invite member",
    "Show onboarding checklist",
    "Create tenancy",
    "Invite system owner",
    ...own,
  ]);
});

test("settings are listed for roles that may read them, the danger zone for owners", () => {
  const settings = (role: OperatorRole) =>
    list(role, "passkey").flatMap(({ label }) => (label.startsWith("Settings: ") ? [label] : []));
  expect(settings("owner")).toContain("Settings: Danger zone");
  expect(settings("admin")).toContain("Settings: Branding");
  expect(settings("admin")).not.toContain("Settings: Danger zone");
  expect(settings("support")).toEqual([]);
});

test.each([
  ["rate limit", "Code requests"],
  ["reply-to", "Sender"],
  ["expiry", "Emailed codes"],
  ["origin", "Domain and origins"],
  ["disable passkey", "Find a passkey to disable"],
  ["disable user", "Find a user to disable"],
  ["enable", "Find a user to enable"],
  ["enable passkey", "Find a passkey to enable"],
  ["send a code", "Find an email to send again"],
  ["erase", "Find a user to erase"],
  ["export", "Export passkeys"],
  ["export user", "Find a user to export"],
  ["hosted", "Settings: Hosted pages"],
  ["shortcuts", "Keyboard shortcuts"],
  ["quarantine", "New passkeys"],
])("“%s” finds “%s”", (typed, expected) => {
  const found = rankItems(list("owner", "passkey"), typed).flatMap(({ items }) => items);
  expect(found[0]?.label).toBe(expected);
});

test("support finds what to enable, and no export", () => {
  const find = (typed: string) =>
    rankItems(list("support", "passkey"), typed).flatMap(({ items }) =>
      items.map(({ label }) => label),
    );
  expect(find("enable").slice(0, 2)).toEqual(enabling);
  expect(find("export")).toEqual([]);
});

test("every item has an id of its own", () => {
  const ids = list("owner", "fresh-passkey", "system").map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
