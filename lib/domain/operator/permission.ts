import type { OperatorRole } from "@/prisma/generated/enums";

export type { OperatorRole };

/** All roles, most powerful first. */
export const operatorRoles = [
  "owner",
  "admin",
  "support",
  "auditor",
] as const satisfies readonly OperatorRole[];

/**
 * How strongly a session is authenticated.
 * - `code`: signed in with an emailed code, or with a passkey that is not trusted yet because a code
 *   session added it.
 * - `passkey`: signed in with a trusted passkey.
 * - `fresh-passkey`: used a trusted passkey within `lifetimes.stepUpMs`.
 */
export type SessionStrength = "code" | "passkey" | "fresh-passkey";

/** Who has a permission. No field is optional, so a new permission has to decide each. */
interface Rule {
  /** Roles that have it in the tenancy. A system owner counts as an owner in every tenancy. */
  roles: readonly OperatorRole[];
  /** What it acts on. `installation` requires a system owner; `account` is the operator's own. */
  scope: "tenancy" | "installation" | "account";
  /**
   * Whether a passkey session must use its passkey again. True for permissions that widen access,
   * export, reveal or destroy.
   */
  freshPasskey: boolean;
  /** Whether a code session has it. `limited` counts towards `limits.codeSessionActionsPerHour`. */
  codeSession: "allowed" | "limited" | "refused";
}

const anyRole = operatorRoles;
const readers = ["owner", "admin", "auditor"] as const;
const admins = ["owner", "admin"] as const;
const supporters = ["owner", "admin", "support"] as const;
const owners = ["owner"] as const;

/** All console permissions. */
export const permissions = {
  "overview.read": {
    roles: anyRole,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "allowed",
  },

  "settings.read": {
    roles: readers,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "allowed",
  },
  "settings.appearance": {
    roles: admins,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "refused",
  },
  "settings.sites": { roles: admins, scope: "tenancy", freshPasskey: true, codeSession: "refused" },
  "settings.sign-in": {
    roles: admins,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "settings.limits": {
    roles: admins,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "settings.sender": {
    roles: admins,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "settings.hosted-pages": {
    roles: admins,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "client-id.rotate": {
    roles: admins,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "tenancy.suspend": {
    roles: owners,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "tenancy.delete": { roles: owners, scope: "tenancy", freshPasskey: true, codeSession: "refused" },

  "api-key.read": { roles: readers, scope: "tenancy", freshPasskey: false, codeSession: "allowed" },
  "api-key.create": { roles: admins, scope: "tenancy", freshPasskey: true, codeSession: "refused" },
  "api-key.lock": { roles: admins, scope: "tenancy", freshPasskey: false, codeSession: "limited" },
  "api-key.unlock": { roles: admins, scope: "tenancy", freshPasskey: true, codeSession: "refused" },
  "api-key.revoke": { roles: admins, scope: "tenancy", freshPasskey: true, codeSession: "refused" },
  "api-key.rotate": { roles: admins, scope: "tenancy", freshPasskey: true, codeSession: "refused" },

  "user.read": { roles: anyRole, scope: "tenancy", freshPasskey: false, codeSession: "allowed" },
  "user.rename": { roles: admins, scope: "tenancy", freshPasskey: false, codeSession: "refused" },
  "user.change-email": {
    roles: admins,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "user.disable": {
    roles: supporters,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "limited",
  },
  "user.enable": {
    roles: supporters,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "user.erase": { roles: admins, scope: "tenancy", freshPasskey: true, codeSession: "refused" },
  "user.export": { roles: readers, scope: "tenancy", freshPasskey: true, codeSession: "refused" },

  "passkey.read": {
    roles: anyRole,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "allowed",
  },
  "passkey.disable": {
    roles: supporters,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "limited",
  },
  "passkey.disable-many": {
    roles: supporters,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "refused",
  },
  "passkey.enable": {
    roles: supporters,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "passkey.rename": {
    roles: admins,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "refused",
  },
  "passkey.delete": { roles: admins, scope: "tenancy", freshPasskey: true, codeSession: "refused" },
  "passkey.export": {
    roles: readers,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },

  "challenge.read": {
    roles: anyRole,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "allowed",
  },
  "challenge.delete": {
    roles: admins,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "mail.retry": {
    roles: supporters,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "refused",
  },
  "mail.preview": {
    roles: anyRole,
    scope: "tenancy",
    freshPasskey: false,
    codeSession: "allowed",
  },
  "mail.test": { roles: admins, scope: "tenancy", freshPasskey: false, codeSession: "refused" },

  "audit.read": { roles: anyRole, scope: "tenancy", freshPasskey: false, codeSession: "allowed" },
  "audit.export": { roles: readers, scope: "tenancy", freshPasskey: true, codeSession: "refused" },

  "people.read": { roles: readers, scope: "tenancy", freshPasskey: false, codeSession: "allowed" },
  "people.invite": { roles: owners, scope: "tenancy", freshPasskey: true, codeSession: "refused" },
  "people.change-role": {
    roles: owners,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },
  "people.remove": { roles: owners, scope: "tenancy", freshPasskey: true, codeSession: "refused" },
  "people.approve-passkey": {
    roles: owners,
    scope: "tenancy",
    freshPasskey: true,
    codeSession: "refused",
  },

  "tenancy.create": {
    roles: owners,
    scope: "installation",
    freshPasskey: true,
    codeSession: "refused",
  },
  "related-origins.confirm": {
    roles: owners,
    scope: "installation",
    freshPasskey: true,
    codeSession: "refused",
  },
  "sender-domain.confirm": {
    roles: owners,
    scope: "installation",
    freshPasskey: true,
    codeSession: "refused",
  },

  "account.sign-out": {
    roles: anyRole,
    scope: "account",
    freshPasskey: false,
    codeSession: "allowed",
  },
  // A code session can add a passkey too. That passkey is trusted a day later.
  "account.add-passkey": {
    roles: anyRole,
    scope: "account",
    freshPasskey: true,
    codeSession: "allowed",
  },
  "account.remove-passkey": {
    roles: anyRole,
    scope: "account",
    freshPasskey: true,
    codeSession: "refused",
  },
  "account.end-sessions": {
    roles: anyRole,
    scope: "account",
    freshPasskey: false,
    codeSession: "refused",
  },
  "account.step-up": {
    roles: anyRole,
    scope: "account",
    freshPasskey: false,
    codeSession: "refused",
  },
  "account.download": {
    roles: anyRole,
    scope: "account",
    freshPasskey: true,
    codeSession: "refused",
  },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof permissions;

/** Permissions on the operator's own account, which need no tenancy. */
export type AccountPermission = Extract<Permission, `account.${string}`>;
export type TenancyPermission = Exclude<Permission, AccountPermission>;

export const ruleOf = (permission: Permission): Rule => permissions[permission];

/** Whether the role has the permission, regardless of the session's strength. */
export const mayDo = (role: OperatorRole, permission: Permission): boolean =>
  ruleOf(permission).roles.includes(role);

/** What the session still needs before it has the permission. Null if it needs nothing. */
export function missingProof(
  strength: SessionStrength,
  permission: Permission,
): "passkey-session" | "fresh-passkey" | null {
  const { codeSession, freshPasskey } = ruleOf(permission);
  if (strength === "code") return codeSession === "refused" ? "passkey-session" : null;
  return freshPasskey && strength === "passkey" ? "fresh-passkey" : null;
}
