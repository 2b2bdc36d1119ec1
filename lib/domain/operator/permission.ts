import type { OperatorRole } from "@/prisma/generated/enums";

export type { OperatorRole };

/** Every role, the mightiest first. */
export const operatorRoles = ["owner", "admin", "support", "auditor"] as const satisfies readonly OperatorRole[];

interface Rule {
  roles: readonly OperatorRole[];
  /** Reveals a secret or destroys something: needs a passkey used within the last minutes (`lifetimes.stepUpMs`). */
  stepUp?: true;
  /** Of the installation, not of a tenancy: for system owners alone. */
  system?: true;
}

const everybody = operatorRoles;
const readers = ["owner", "admin", "auditor"] as const;
const admins = ["owner", "admin"] as const;
const helpers = ["owner", "admin", "support"] as const;
const owners = ["owner"] as const;

/** What an operator may ask of the console, by role in the tenancy; a system owner is an owner everywhere. */
export const permissions = {
  "overview.read": { roles: everybody },
  "settings.read": { roles: readers },
  "settings.change": { roles: admins },
  "client-id.rotate": { roles: admins, stepUp: true },
  "tenancy.suspend": { roles: owners, stepUp: true },
  "tenancy.delete": { roles: owners, stepUp: true },
  "api-key.read": { roles: readers },
  "api-key.create": { roles: admins, stepUp: true },
  "api-key.lock": { roles: admins },
  "api-key.revoke": { roles: admins, stepUp: true },
  "api-key.rotate": { roles: admins, stepUp: true },
  "user.read": { roles: everybody },
  "user.change": { roles: admins },
  "user.disable": { roles: helpers },
  "user.erase": { roles: admins, stepUp: true },
  "user.export": { roles: readers },
  "passkey.read": { roles: everybody },
  "passkey.disable": { roles: helpers },
  "passkey.rename": { roles: admins },
  "passkey.delete": { roles: admins, stepUp: true },
  "passkey.export": { roles: readers },
  "challenge.read": { roles: everybody },
  "challenge.delete": { roles: admins, stepUp: true },
  "mail.retry": { roles: helpers },
  "mail.preview": { roles: everybody },
  "mail.test": { roles: admins },
  "audit.read": { roles: everybody },
  "audit.export": { roles: readers },
  "people.read": { roles: readers },
  "people.invite": { roles: owners, stepUp: true },
  "people.change-role": { roles: owners, stepUp: true },
  "people.remove": { roles: owners, stepUp: true },
  "people.approve-passkey": { roles: owners, stepUp: true },
  "tenancy.create": { roles: owners, system: true },
  "related-origins.confirm": { roles: owners, system: true, stepUp: true },
} as const satisfies Record<string, Rule>;

export type Permission = keyof typeof permissions;

export const ruleOf = (permission: Permission): Rule => permissions[permission];

/** Whether the role may, a step-up where one is needed aside. */
export const mayDo = (role: OperatorRole, permission: Permission): boolean => ruleOf(permission).roles.includes(role);
