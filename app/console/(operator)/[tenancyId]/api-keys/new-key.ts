import { z } from "zod";
import { type ApiKeyScope, apiKeyScopes } from "@/lib/contract/api-key-scope";
import { Name } from "@/lib/domain/base/tenancy/name";

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
  "*": { name: "All standard scopes", allows: "All scopes except the sensitive ones below" },
  ceremonies: {
    name: "Registrations and sign-ins",
    allows: "Authorize registrations and sign-ins with passkeys",
  },
  principals: { name: "Exchange codes", allows: "Exchange a sign-in’s code for the user" },
  "users:read": { name: "Read users", allows: "Read a user whose id it knows" },
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
    name: "Export users",
    allows: "Export a user’s data, and with “Export all passkeys” all users",
  },
  "users:list": {
    name: "List users",
    allows: "List and search all users, and read their timelines",
  },
  "users:manage": {
    name: "Manage users",
    allows: "Create users, change their email and application id, disable and enable them",
  },
  "users:erase": { name: "Erase users", allows: "Erase a user with all passkeys, for good" },
  "settings:read": { name: "Read settings", allows: "Read the tenancy’s settings" },
  "settings:write": {
    name: "Change settings",
    allows: "Change appearance, codes and limits",
  },
  "settings:write-security": {
    name: "Change security settings",
    allows: "Change sites, sign-in and the sender of emails",
  },
  "api-keys:write": {
    name: "Manage API keys",
    allows: "Create, rotate, lock and revoke keys whose scopes it has itself",
  },
  "events:read": {
    name: "Follow events",
    allows: "Read what happens in the tenancy: who did what to which user, passkey or setting",
  },
  "webhooks:write": {
    name: "Manage webhooks",
    allows: "Create, change, rotate and delete webhooks, which get the tenancy’s events",
  },
  challenges: { name: "Emailed codes", allows: "Send codes by email and verify them" },
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
