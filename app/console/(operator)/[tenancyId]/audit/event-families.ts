import { titleOfAction } from "@/lib/domain/record/audit/action-words";
import { actionFamilies, actionsOf } from "@/lib/domain/record/audit/audit-actions";

const familyNames: Record<string, string> = {
  tenancy: "Tenancy and settings",
  "api-key": "API keys",
  webhook: "Webhooks",
  user: "Users",
  passkey: "Passkeys and sign-ins",
  challenge: "Codes",
  mail: "Emails",
  operator: "Members",
  principal: "Exchanged codes",
  vault: "Import and export",
  metadata: "FIDO Metadata",
  backup: "Backups",
};

/** The audit actions by what they are about. */
export const eventFamilies = actionFamilies.map((family) => ({
  family,
  name: familyNames[family] ?? family,
  actions: actionsOf(family).map((action) => ({ action, title: titleOfAction(action) })),
}));
