import { expect, test } from "vitest";
import type { OperatorRole, SessionStrength } from "@/lib/domain/operator/permission";
import { listPaletteItems } from "./list-items";

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
const own = ["Add a passkey", "Use light theme", "Use dark theme", "Use system theme", "Sign out"];

test.each([
  ["owner", ["Create API key", "Rotate API key", "Invite member", "Show onboarding checklist"]],
  ["admin", ["Create API key", "Rotate API key", "Show onboarding checklist"]],
  ["support", ["Show onboarding checklist"]],
  ["auditor", ["Show onboarding checklist"]],
] as const)("%s gets the actions of the role", (role, expected) => {
  expect(actions(role, "passkey")).toEqual([...expected, ...own]);
});

test("a code session gets no action that requires a passkey", () => {
  expect(actions("owner", "code", "system")).toEqual(["Show onboarding checklist", ...own]);
});

test("an owner of the installation creates tenancies and invites owners", () => {
  expect(actions("owner", "passkey", "system")).toEqual([
    "Create API key",
    "Rotate API key",
    "Invite member",
    "Show onboarding checklist",
    "Create tenancy",
    "Invite installation owner",
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

test("every item has an id of its own", () => {
  const ids = list("owner", "fresh-passkey", "system").map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});
