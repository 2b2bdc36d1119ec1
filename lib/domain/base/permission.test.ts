import { describe, expect, test } from "vitest";
import {
  mayDo,
  missingProof,
  operatorRoles,
  type Permission,
  permissions,
  ruleOf,
} from "./permission";

type Cells =
  `${"o" | "-"}${"a" | "-"}${"s" | "-"}${"u" | "-"}${"" | "!"}${"" | "*" | "@"}${"" | " code" | " few"}`;

/**
 * Columns: owner, admin, support, auditor. "!" requires a fresh passkey. "*" acts on the installation,
 * "@" on the operator's own account. "code" allows code sessions, "few" limits them per hour.
 */
const table: Record<Permission, Cells> = {
  "overview.read": "oasu code",
  "settings.read": "oa-u code",
  "settings.appearance": "oa--",
  "settings.sites": "oa--!",
  "settings.sign-in": "oa--!",
  "settings.limits": "oa--!",
  "settings.sender": "oa--!",
  "settings.hosted-pages": "oa--!",
  "client-id.rotate": "oa--!",
  "tenancy.suspend": "o---!",
  "tenancy.delete": "o---!",
  "api-key.read": "oa-u code",
  "api-key.create": "oa--!",
  "api-key.rename": "oa--",
  "api-key.lock": "oa-- few",
  "api-key.lock-created": "oa--",
  "api-key.unlock": "oa--!",
  "api-key.revoke": "oa--!",
  "api-key.rotate": "oa--!",
  "webhook.read": "oa-u code",
  "webhook.create": "oa--!",
  "webhook.change": "oa--!",
  "webhook.disable": "oa--",
  "webhook.enable": "oa--!",
  "webhook.rotate": "oa--!",
  "webhook.test": "oa--",
  "webhook.repeat": "oa--",
  "webhook.delete": "oa--!",
  "user.read": "oasu code",
  "user.rename": "oa--",
  "user.change-email": "oa--!",
  "user.disable": "oas- few",
  "user.enable": "oas-!",
  "user.erase": "oa--!",
  "user.export": "oa-u!",
  "passkey.read": "oasu code",
  "passkey.disable": "oas- few",
  "passkey.disable-many": "oas-",
  "passkey.enable": "oas-!",
  "passkey.end-quarantine": "oas-!",
  "passkey.rename": "oa--",
  "passkey.delete": "oa--!",
  "passkey.export": "oa-u!",
  "challenge.read": "oasu code",
  "challenge.delete": "oa--!",
  "email.retry": "oas-",
  "email.test": "oa--",
  "audit.read": "oasu code",
  "audit.export": "oa-u!",
  "members.read": "oa-u code",
  "members.invite": "o---!",
  "members.change-role": "o---!",
  "members.remove": "o---!",
  "members.approve-passkey": "o---!",
  "tenancy.create": "o---!*",
  "related-origins.confirm": "o---!*",
  "sender-domain.confirm": "o---!*",
  "account.sign-out": "oasu@ code",
  "account.add-passkey": "oasu!@ code",
  "account.remove-passkey": "oasu!@",
  "account.end-sessions": "oasu@",
  "account.step-up": "oasu@",
  "account.download": "oasu!@",
};

function cellsOf(permission: Permission): string {
  const { freshPasskey, scope, codeSession } = ruleOf(permission);
  return [
    ...operatorRoles.map((role) =>
      mayDo(role, permission) ? (role === "auditor" ? "u" : role[0]) : "-",
    ),
    freshPasskey ? "!" : "",
    { installation: "*", account: "@", tenancy: "" }[scope],
    { allowed: " code", limited: " few", refused: "" }[codeSession],
  ].join("");
}

test("roles, sessions and scopes are those of the table", () => {
  const all = Object.keys(permissions) as Permission[];
  expect(Object.fromEntries(all.map((permission) => [permission, cellsOf(permission)]))).toEqual(
    table,
  );
});

describe("session strength", () => {
  const all = Object.keys(permissions) as Permission[];

  test("a code session can only read, lock, disable one at a time, sign out and add its own passkey", () => {
    expect(
      all.filter(
        (permission) =>
          missingProof("code", permission) === null && !/\.(read|preview)$/.test(permission),
      ),
    ).toEqual([
      "api-key.lock",
      "user.disable",
      "passkey.disable",
      "account.sign-out",
      "account.add-passkey",
    ]);
    expect(all.filter((permission) => ruleOf(permission).codeSession === "limited")).toEqual([
      "api-key.lock",
      "user.disable",
      "passkey.disable",
    ]);
    expect(
      all.filter(
        (permission) => ![null, "passkey-session"].includes(missingProof("code", permission)),
      ),
    ).toEqual([]);
  });

  test("reading, cosmetic changes and disabling need no fresh passkey; exports do", () => {
    expect(
      all.filter(
        (permission) =>
          missingProof("passkey", permission) === null && !/\.(read|preview)$/.test(permission),
      ),
    ).toEqual([
      "settings.appearance",
      "api-key.rename",
      "api-key.lock",
      "api-key.lock-created",
      "webhook.disable",
      "webhook.test",
      "webhook.repeat",
      "user.rename",
      "user.disable",
      "passkey.disable",
      "passkey.disable-many",
      "passkey.rename",
      "email.retry",
      "email.test",
      "account.sign-out",
      "account.end-sessions",
      "account.step-up",
    ]);
    expect(
      all.filter(
        (permission) =>
          permission.endsWith(".export") && missingProof("passkey", permission) !== "fresh-passkey",
      ),
    ).toEqual([]);
  });

  test("a fresh passkey is enough for every permission", () => {
    expect(all.filter((permission) => missingProof("fresh-passkey", permission) !== null)).toEqual(
      [],
    );
  });
});

describe("roles", () => {
  const inTenancies = (Object.keys(permissions) as Permission[]).filter(
    (permission) => ruleOf(permission).scope !== "account",
  );
  const of = (role: (typeof operatorRoles)[number]) =>
    inTenancies.filter((permission) => mayDo(role, permission));

  test("an owner has every permission", () => expect(of("owner")).toEqual(inTenancies));

  test("an auditor changes nothing", () =>
    expect(
      of("auditor").filter((permission) => !/\.(read|preview|export)$/.test(permission)),
    ).toEqual([]));

  test("support reads, disables and retries email, and sees neither settings nor keys", () => {
    expect(
      of("support").filter(
        (permission) =>
          !/\.(read|preview|disable|disable-many|enable|end-quarantine|retry)$/.test(permission),
      ),
    ).toEqual([]);
    expect(
      of("support").filter((permission) =>
        /^(settings|api-key|people|client-id|tenancy)\./.test(permission),
      ),
    ).toEqual([]);
  });

  test("an admin has all permissions except members, suspension and deletion", () => {
    const not = (Object.keys(permissions) as Permission[]).filter(
      (permission) => !mayDo("admin", permission),
    );
    expect(
      not.filter(
        (permission) => !/^(members|tenancy|related-origins|sender-domain)\./.test(permission),
      ),
    ).toEqual([]);
  });
});
