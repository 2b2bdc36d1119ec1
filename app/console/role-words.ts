import type { OperatorRole } from "@/lib/domain/base/permission";

/** Labels and descriptions of the roles. */
export const roleWords: Record<OperatorRole, { label: string; may: string }> = {
  owner: {
    label: "Owner",
    may: "do everything, including managing members and deleting the tenancy",
  },
  admin: { label: "Admin", may: "manage settings, API keys, users and passkeys, but not members" },
  support: {
    label: "Support",
    may: "view users, disable users and passkeys, and send new codes, but not see settings or keys",
  },
  auditor: { label: "Auditor", may: "view and export everything, but change nothing" },
};
