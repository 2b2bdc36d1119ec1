import type { ApiKeyScope } from "@/lib/domain/access/api-key/scope";

interface KeyPreset {
  label: string;
  /** What a backend with these scopes does. */
  words: string;
  scopes: readonly ApiKeyScope[];
}

/** Scopes by the purpose of a key. The first one is chosen at first. */
export const keyPresets = [
  {
    label: "Sign-in backend",
    words:
      "Registers and signs in users with passkeys and emailed codes, and reads and edits users.",
    scopes: ["ceremonies", "principals", "challenges", "users:read", "users:write"],
  },
  {
    label: "Hosted sign-in",
    words: "Exchanges the codes that the hosted pages return, and nothing else.",
    scopes: ["principals"],
  },
  {
    label: "Support tool",
    words: "Reads and edits users, and renames, disables and deletes their passkeys.",
    scopes: ["users:read", "users:write", "vault:read", "vault:write"],
  },
  {
    label: "User management",
    words: "Lists, creates, changes, disables and erases users, as an account or admin page does.",
    scopes: ["users:list", "users:read", "users:manage", "users:erase"],
  },
  {
    label: "Configuration",
    words:
      "Reads and changes all settings, the passkey policy and webhooks, also what decides who can sign in.",
    scopes: [
      "settings:read",
      "settings:write",
      "settings:write-security",
      "policy:read",
      "policy:write",
      "webhooks:write",
    ],
  },
  {
    label: "Audit",
    words: "Reads users, their timelines, passkeys, settings, the passkey policy and all events.",
    scopes: [
      "users:list",
      "users:read",
      "vault:read",
      "settings:read",
      "policy:read",
      "events:read",
    ],
  },
  {
    label: "Import",
    words: "Imports users and passkeys from another product. Choose a short expiry.",
    scopes: ["ceremonies", "users:write", "vault:write"],
  },
  {
    label: "All standard scopes",
    words:
      "Does everything that a backend does at a sign-in. Can’t list, manage or export users, or change settings.",
    scopes: ["*"],
  },
] as const satisfies readonly KeyPreset[];
