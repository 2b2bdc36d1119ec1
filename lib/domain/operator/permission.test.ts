import { describe, expect, test } from "vitest";
import { mayDo, operatorRoles, permissions, ruleOf, type Permission } from "./permission";

type Cells = `${"o" | "-"}${"a" | "-"}${"s" | "-"}${"u" | "-"}${"" | "!"}${"" | "*"}`;

/**
 * Owner, admin, support, auditor, in this order; "!" asks for a passkey used just now, "*" is the installation's.
 * Support reads, disables and retries mail: no secrets, no settings. An auditor reads, and takes copies away.
 */
const table: Record<Permission, Cells> = {
  "overview.read": "oasu",
  "settings.read": "oa-u",
  "settings.change": "oa--",
  "client-id.rotate": "oa--!",
  "tenancy.suspend": "o---!",
  "tenancy.delete": "o---!",
  "api-key.read": "oa-u",
  "api-key.create": "oa--!",
  "api-key.lock": "oa--",
  "api-key.revoke": "oa--!",
  "api-key.rotate": "oa--!",
  "user.read": "oasu",
  "user.change": "oa--",
  "user.disable": "oas-",
  "user.erase": "oa--!",
  "user.export": "oa-u",
  "passkey.read": "oasu",
  "passkey.disable": "oas-",
  "passkey.rename": "oa--",
  "passkey.delete": "oa--!",
  "passkey.export": "oa-u",
  "challenge.read": "oasu",
  "challenge.delete": "oa--!",
  "mail.retry": "oas-",
  "mail.preview": "oasu",
  "mail.test": "oa--",
  "audit.read": "oasu",
  "audit.export": "oa-u",
  "people.read": "oa-u",
  "people.invite": "o---!",
  "people.change-role": "o---!",
  "people.remove": "o---!",
  "people.approve-passkey": "o---!",
  "tenancy.create": "o---*",
  "related-origins.confirm": "o---!*",
};

const cells = Object.entries(table).flatMap(([permission, row]) => operatorRoles.map((role, column) => [role, permission as Permission, row[column] !== "-"] as const));

test("the table has every permission", () => {
  expect(Object.keys(permissions).sort()).toEqual(Object.keys(table).sort());
});

test.each(cells)("%s · %s: %s", (role, permission, isAllowed) => {
  expect(mayDo(role, permission)).toBe(isAllowed);
});

test.each(Object.entries(table))("%s asks for what %s says", (permission, row) => {
  const { stepUp = false, system = false } = ruleOf(permission as Permission);
  expect({ stepUp, system }).toEqual({ stepUp: row.includes("!"), system: row.includes("*") });
});

describe("by the roles' own words", () => {
  const of = (role: (typeof operatorRoles)[number]) => (Object.keys(permissions) as Permission[]).filter((permission) => mayDo(role, permission));

  test("an owner may everything", () => expect(of("owner")).toEqual(Object.keys(permissions)));

  test("an auditor changes nothing", () => expect(of("auditor").filter((permission) => !/\.(read|preview|export)$/.test(permission))).toEqual([]));

  test("support reads, disables and retries mail, and sees neither settings nor keys", () => {
    expect(of("support").filter((permission) => !/\.(read|preview|disable|retry)$/.test(permission))).toEqual([]);
    expect(of("support").filter((permission) => /^(settings|api-key|people|client-id|tenancy)\./.test(permission))).toEqual([]);
  });

  test("an admin may all but people and the tenancy's life", () => {
    const not = (Object.keys(permissions) as Permission[]).filter((permission) => !mayDo("admin", permission));
    expect(not.filter((permission) => !/^(people|tenancy|related-origins)\./.test(permission))).toEqual([]);
  });
});
