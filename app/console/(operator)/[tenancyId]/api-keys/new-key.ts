import { z } from "zod";
import { apiKeyScopes, type ApiKeyScope } from "@/lib/domain/api-key/scope";
import { Name } from "@/lib/domain/tenancy/name";

/** Lifetimes that the form offers. Null never expires. */
export const keyLives = [30, 90, 365, null] as const;

export const NewKey = z.object({
  name: Name,
  scopes: z.array(z.enum(apiKeyScopes)).min(1, "Choose at least one"),
  /** In days. */
  lifeDays: z.union(keyLives.map((days) => z.literal(days))),
});

/** Describes what each scope allows. */
export const scopeWords: Record<ApiKeyScope, string> = {
  "*": "Everything but what is marked as extra",
  ceremonies: "Begin registrations and sign-ins with passkeys",
  principals: "Exchange the code of a sign-in for who signed in",
  "users:read": "Read a user’s profile",
  "users:write": "Change a user’s profile",
  "vault:read": "Read and list passkeys",
  "vault:write": "Rename, disable and delete passkeys, and tell devices of it",
  "vault:export": "Export the whole vault",
  challenges: "Send codes to mailboxes, and check them",
  "challenges:skip-rate-limit": "Send codes past a mailbox’s limits",
  "challenges:skip-ceiling": "Send codes past the tenancy’s hourly ceiling",
};

/** Scopes that `*` does not include. */
export const extraScopes: readonly ApiKeyScope[] = ["vault:export", "challenges:skip-ceiling"];
