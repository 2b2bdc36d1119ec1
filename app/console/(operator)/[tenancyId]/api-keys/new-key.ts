import { z } from "zod";
import { type ApiKeyScope, apiKeyScopes } from "@/lib/domain/api-key/scope";
import { Name } from "@/lib/domain/tenancy/name";

/** Lifetimes that the form offers. Null never expires. */
export const keyLives = [30, 90, 365, null] as const;

export const defaultKeyLife = 90;

export const NewKey = z.object({
  name: Name,
  scopes: z.array(z.enum(apiKeyScopes)).min(1, "Choose at least one scope"),
  /** In days. */
  lifeDays: z.union(keyLives.map((days) => z.literal(days))),
});

/** Each scope's name, and what it allows. */
export const scopeWords: Record<ApiKeyScope, { name: string; allows: string }> = {
  "*": { name: "Full access", allows: "All scopes except the sensitive ones below" },
  ceremonies: {
    name: "Registrations and sign-ins",
    allows: "Authorize registrations and sign-ins with passkeys",
  },
  principals: { name: "Exchange codes", allows: "Exchange a sign-in’s code for the user" },
  "users:read": { name: "Read users", allows: "Read a user’s profile" },
  "users:write": { name: "Edit users", allows: "Change a user’s profile" },
  "vault:read": { name: "Read passkeys", allows: "Read and list passkeys" },
  "vault:write": {
    name: "Manage passkeys",
    allows: "Rename, disable and delete passkeys, and prepare tokens that update devices",
  },
  "policy:read": {
    name: "Read the passkey policy",
    allows: "Read the passkey policy, and simulate policies",
  },
  "policy:write": { name: "Change the passkey policy", allows: "Save the passkey policy" },
  "vault:export": { name: "Export all passkeys", allows: "Export the whole vault" },
  "users:export": {
    name: "Export all users",
    allows: "Export users without passkeys, too, together with “Export all passkeys”",
  },
  challenges: { name: "Email codes", allows: "Email codes and verify them" },
  "challenges:read-code": {
    name: "Read emailed codes",
    allows: "Read the codes that it creates, to deliver them itself",
  },
  "challenges:skip-rate-limit": {
    name: "Skip mailbox limits",
    allows: "Email codes beyond a mailbox’s limits",
  },
  "challenges:skip-ceiling": {
    name: "Skip the hourly limit",
    allows: "Email codes beyond the tenancy’s hourly limit",
  },
};

/** Scopes that `*` does not include. */
export const sensitiveScopes: readonly ApiKeyScope[] = [
  "vault:export",
  "users:export",
  "policy:write",
  "challenges:skip-ceiling",
];
