import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { reasonWords } from "@/app/console/(operator)/[tenancyId]/activity/reason-words";
import { deliveryWords } from "@/app/console/(operator)/[tenancyId]/challenges/challenge-state";
import {
  mayDo,
  operatorRoles,
  type Permission,
  permissions,
  ruleOf,
} from "@/lib/domain/base/permission";

const guide = readFileSync("docs/guides/13-console.md", "utf8");

/** Returns the cells of the table that follows the heading, without its header. */
function tableBelow(heading: string): string[][] {
  const section = guide.split(`## ${heading}\n`)[1]?.split("\n## ")[0] ?? "";
  return section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1)
    .map((line) =>
      line
        .slice(2, -2)
        .split(" | ")
        .map((cell) => cell.trim()),
    );
}

/** The row of the roles table that covers each permission. */
const rows: Record<string, Permission[]> = {
  "View overview, activity, users, passkeys, email log and audit log": [
    "overview.read",
    "user.read",
    "passkey.read",
    "challenge.read",
    "audit.read",
  ],
  "View settings, API keys, webhooks and members": [
    "settings.read",
    "api-key.read",
    "webhook.read",
    "members.read",
  ],
  "Disable and enable users and passkeys, end quarantines": [
    "user.disable",
    "user.enable",
    "passkey.disable",
    "passkey.disable-many",
    "passkey.enable",
    "passkey.end-quarantine",
  ],
  "Retry emails and send new codes": ["email.retry"],
  "Export users, passkeys and the audit log": ["user.export", "passkey.export", "audit.export"],
  "Rename users and passkeys, change emails, erase users, delete passkeys and codes": [
    "user.rename",
    "user.change-email",
    "user.erase",
    "passkey.rename",
    "passkey.delete",
    "challenge.delete",
  ],
  "Create, rename, lock, rotate and revoke API keys": [
    "api-key.create",
    "api-key.rename",
    "api-key.lock",
    "api-key.lock-created",
    "api-key.unlock",
    "api-key.revoke",
    "api-key.rotate",
  ],
  "Create, change, rotate, test, disable and delete webhooks": [
    "webhook.create",
    "webhook.change",
    "webhook.disable",
    "webhook.enable",
    "webhook.rotate",
    "webhook.test",
    "webhook.repeat",
    "webhook.delete",
  ],
  "Change settings and send test emails": [
    "settings.appearance",
    "settings.sites",
    "settings.sign-in",
    "settings.limits",
    "settings.sender",
    "settings.hosted-pages",
    "client-id.rotate",
    "email.test",
  ],
  "Invite, change and remove members, approve passkeys": [
    "members.invite",
    "members.change-role",
    "members.remove",
    "members.approve-passkey",
  ],
  "Suspend and delete the tenancy": ["tenancy.suspend", "tenancy.delete"],
};

test("the roles table states what each role may do", () => {
  const stated = tableBelow("Roles").map(([name = "", ...cells]) => ({ name, cells }));
  expect(stated.map(({ name }) => name)).toEqual(Object.keys(rows));
  for (const { name, cells } of stated)
    for (const permission of rows[name] ?? [])
      expect(cells, `${name}: ${permission}`).toEqual(
        operatorRoles.map((role) => (mayDo(role, permission) ? "yes" : "no")),
      );
});

test("the roles table covers every permission in a tenancy once", () => {
  const inTenancies = (Object.keys(permissions) as Permission[]).filter(
    (permission) => ruleOf(permission).scope === "tenancy",
  );
  expect(Object.values(rows).flat().sort()).toEqual(inTenancies.sort());
});

test("the support questions use the console's own words", () => {
  expect(tableBelow("My code never came").map(([state]) => state)).toEqual(
    Object.values(deliveryWords),
  );
  const reasons = Object.values(reasonWords).map((words) => words.replaceAll("’", "'"));
  const named = tableBelow("I can't sign in").map(([reason = ""]) => reason);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((reason) => !reasons.includes(reason))).toEqual([]);
});
