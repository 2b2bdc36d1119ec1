import type { Operation } from "./reference";

/** A side effect of a call that cannot be undone. */
export interface Caution {
  /** Whether the call is destructive and requires confirmation. */
  isDestructive: boolean;
  text: string;
}

const destroys = (text: string): Caution => ({ isDestructive: true, text });
const warns = (text: string): Caution => ({ isDestructive: false, text });

const cautions: Record<string, Caution> = {
  eraseUser: destroys(
    "This permanently erases the user with all passkeys, codes and emails. Nothing brings them back.",
  ),
  createUser: warns("This creates a user."),
  changeUser: warns(
    "This changes the user. Another email ends pending codes, and removes other users’ claims on it.",
  ),
  disableUser: warns("This disables the user, who can’t sign in until you enable them."),
  enableUser: warns("This lets the user sign in again."),
  exportUser: warns("This returns everything stored about the user."),
  deletePasskey: destroys(
    "This permanently deletes the passkey. Its user can no longer sign in with it.",
  ),
  deleteUserPasskeys: destroys(
    "This permanently deletes all of the user’s passkeys. The user can’t sign in with a passkey until they register a new one.",
  ),
  preparePasskeyDeletion: destroys(
    "This permanently deletes the passkeys, even if no device exchanges the token.",
  ),
  revokeApiKey: destroys(
    "This revokes the key permanently. Backends that use it can no longer call the API.",
  ),
  lockApiKey: warns("This locks the key. Its requests are refused until you unlock it."),
  rotateApiKey: warns("This replaces the key. The old one stops working after overlapMs."),
  createApiKey: warns("This creates a real key and shows its text."),
  createWebhook: warns("This creates a real webhook and shows its secret."),
  changeWebhook: warns("This changes the webhook immediately."),
  rotateWebhookSecret: warns(
    "This replaces the secret. The former one stops signing after overlapMs.",
  ),
  deleteWebhook: destroys("This deletes the webhook with its secrets permanently."),
  updateSettings: warns("This changes the tenancy’s settings immediately."),
  deleteChallenge: destroys("This cancels the challenge. Its code stops working."),
  importVault: destroys("This adds users and passkeys to the vault, unless dryRun is true."),
  exportVault: warns("This returns every passkey of the tenancy, with its user."),
  createChallenge: warns(
    "This sends a real email, unless sendEmail is false. In local mode, the email appears in /inbox.",
  ),
  getPrincipal: warns("This consumes the code."),
  exchangePrincipal: warns("This consumes the code."),
  exchangeToken: warns("This consumes the token."),
  updatePasskey: warns("This changes the passkey. A disabled passkey can’t sign in."),
  updateUser: warns(
    "This changes the user. emailVerified: true removes other users’ claims on the email.",
  ),
  updateUserUnversioned: warns(
    "This changes the user. emailVerified: true removes other users’ claims on the email.",
  ),
  updateUserPasskeys: warns("This renames all of the user’s passkeys."),
  preparePasskeyUpdate: warns("This renames all of the user’s passkeys immediately."),
};

/** Returns the caution of an operation. Every DELETE is destructive, even without a description. */
export function cautionOf({ id, method }: Pick<Operation, "id" | "method">): Caution | undefined {
  return cautions[id] ?? (method === "DELETE" ? destroys("This deletes permanently.") : undefined);
}
