import type { OperatorRole } from "@/lib/domain/operator/permission";

/** Labels and descriptions of the roles. */
export const roleWords: Record<OperatorRole, { label: string; may: string }> = {
  owner: { label: "Owner", may: "everything, people and deletion included" },
  admin: { label: "Admin", may: "settings, API keys, users and passkeys, but not people" },
  support: {
    label: "Support",
    may: "look, disable users and passkeys, retry mails; no settings, no keys",
  },
  auditor: { label: "Auditor", may: "look at and export everything, change nothing" },
};
