import type { TenancyPermission } from "@/lib/domain/base/permission";

/** What roles differ in. The permissions of a right belong to the same roles. */
export const roleRights: readonly { words: string; permissions: readonly TenancyPermission[] }[] = [
  {
    words: "See users, passkeys, emails, activity and the audit log",
    permissions: ["user.read", "passkey.read", "challenge.read", "overview.read", "audit.read"],
  },
  {
    words: "Disable and enable users and passkeys, send new codes",
    permissions: [
      ...(["user.disable", "user.enable", "passkey.disable", "passkey.enable"] as const),
      "email.retry",
    ],
  },
  {
    words: "See settings, API keys, webhooks and members",
    permissions: ["settings.read", "api-key.read", "webhook.read", "members.read"],
  },
  {
    words: "Export users, passkeys and the audit log",
    permissions: ["user.export", "passkey.export", "audit.export"],
  },
  {
    words: "Edit and erase users, delete passkeys",
    permissions: ["user.rename", "user.change-email", "user.erase", "passkey.delete"],
  },
  {
    words: "Change settings, API keys and webhooks",
    permissions: [
      ...(["settings.sites", "settings.sign-in", "api-key.create", "api-key.revoke"] as const),
      ...([
        "webhook.create",
        "webhook.change",
        "webhook.test",
        "webhook.repeat",
        "webhook.delete",
      ] as const),
    ],
  },
  {
    words: "Manage members, suspend and delete the tenancy",
    permissions: [
      ...(["members.invite", "members.change-role", "members.remove"] as const),
      ...(["tenancy.suspend", "tenancy.delete"] as const),
    ],
  },
];
