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

// What the session must be.
const anySession = { freshPasskey: false, codeSession: "allowed" } as const;
const limitedCodeSession = { freshPasskey: false, codeSession: "limited" } as const;
const passkeySession = { freshPasskey: false, codeSession: "refused" } as const;
const freshPasskeySession = { freshPasskey: true, codeSession: "refused" } as const;

/** All console permissions. */
export const permissions = {
  "overview.read": { roles: anyRole, scope: "tenancy", ...anySession },

  "settings.read": { roles: readers, scope: "tenancy", ...anySession },
  "settings.appearance": { roles: admins, scope: "tenancy", ...passkeySession },
  "settings.sites": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "settings.sign-in": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "settings.limits": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "settings.sender": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "settings.hosted-pages": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "client-id.rotate": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "tenancy.suspend": { roles: owners, scope: "tenancy", ...freshPasskeySession },
  "tenancy.delete": { roles: owners, scope: "tenancy", ...freshPasskeySession },

  "api-key.read": { roles: readers, scope: "tenancy", ...anySession },
  "api-key.create": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "api-key.rename": { roles: admins, scope: "tenancy", ...passkeySession },
  "api-key.lock": { roles: admins, scope: "tenancy", ...limitedCodeSession },
  "api-key.lock-created": { roles: admins, scope: "tenancy", ...passkeySession },
  "api-key.unlock": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "api-key.revoke": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "api-key.rotate": { roles: admins, scope: "tenancy", ...freshPasskeySession },

  "webhook.read": { roles: readers, scope: "tenancy", ...anySession },
  "webhook.create": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "webhook.change": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "webhook.disable": { roles: admins, scope: "tenancy", ...passkeySession },
  "webhook.enable": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "webhook.rotate": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "webhook.test": { roles: admins, scope: "tenancy", ...passkeySession },
  "webhook.repeat": { roles: admins, scope: "tenancy", ...passkeySession },
  "webhook.delete": { roles: admins, scope: "tenancy", ...freshPasskeySession },

  "user.read": { roles: anyRole, scope: "tenancy", ...anySession },
  "user.rename": { roles: admins, scope: "tenancy", ...passkeySession },
  "user.change-email": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "user.disable": { roles: supporters, scope: "tenancy", ...limitedCodeSession },
  "user.enable": { roles: supporters, scope: "tenancy", ...freshPasskeySession },
  "user.erase": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "user.export": { roles: readers, scope: "tenancy", ...freshPasskeySession },

  "passkey.read": { roles: anyRole, scope: "tenancy", ...anySession },
  "passkey.disable": { roles: supporters, scope: "tenancy", ...limitedCodeSession },
  "passkey.disable-many": { roles: supporters, scope: "tenancy", ...passkeySession },
  "passkey.enable": { roles: supporters, scope: "tenancy", ...freshPasskeySession },
  "passkey.end-quarantine": { roles: supporters, scope: "tenancy", ...freshPasskeySession },
  "passkey.rename": { roles: admins, scope: "tenancy", ...passkeySession },
  "passkey.delete": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "passkey.export": { roles: readers, scope: "tenancy", ...freshPasskeySession },

  "challenge.read": { roles: anyRole, scope: "tenancy", ...anySession },
  "challenge.delete": { roles: admins, scope: "tenancy", ...freshPasskeySession },
  "email.retry": { roles: supporters, scope: "tenancy", ...passkeySession },
  "email.test": { roles: admins, scope: "tenancy", ...passkeySession },

  "audit.read": { roles: anyRole, scope: "tenancy", ...anySession },
  "audit.export": { roles: readers, scope: "tenancy", ...freshPasskeySession },

  "members.read": { roles: readers, scope: "tenancy", ...anySession },
  "members.invite": { roles: owners, scope: "tenancy", ...freshPasskeySession },
  "members.change-role": { roles: owners, scope: "tenancy", ...freshPasskeySession },
  "members.remove": { roles: owners, scope: "tenancy", ...freshPasskeySession },
  "members.approve-passkey": { roles: owners, scope: "tenancy", ...freshPasskeySession },

  "tenancy.create": { roles: owners, scope: "installation", ...freshPasskeySession },
  "related-origins.confirm": { roles: owners, scope: "installation", ...freshPasskeySession },
  "sender-domain.confirm": { roles: owners, scope: "installation", ...freshPasskeySession },

  "account.sign-out": { roles: anyRole, scope: "account", ...anySession },
  // A code session can add a passkey too. That passkey is trusted a day later.
  "account.add-passkey": {
    roles: anyRole,
    scope: "account",
    freshPasskey: true,
    codeSession: "allowed",
  },
  "account.remove-passkey": { roles: anyRole, scope: "account", ...freshPasskeySession },
  "account.end-sessions": { roles: anyRole, scope: "account", ...passkeySession },
  "account.step-up": { roles: anyRole, scope: "account", ...passkeySession },
  "account.download": { roles: anyRole, scope: "account", ...freshPasskeySession },
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
