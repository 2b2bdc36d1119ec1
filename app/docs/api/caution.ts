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
  deletePasskey: destroys(
    "This deletes the passkey for good. Its owner cannot sign in with it any more.",
  ),
  deleteUserPasskeys: destroys(
    "This deletes all of the user's passkeys for good. The user cannot sign in until they register another.",
  ),
  preparePasskeyDeletion: destroys(
    "This deletes the passkeys for good; they are gone when it answers, whether or not a device is told.",
  ),
  deleteChallenge: destroys(
    "This makes the challenge worthless. Whoever waits for its code has to ask for another.",
  ),
  importVault: destroys("This writes users and passkeys into the vault, unless dryRun is true."),
  exportVault: warns(
    "This answers every passkey of the tenancy, with the people that they belong to.",
  ),
  createChallenge: warns("This sends a real e-mail, unless sendEmail is false."),
  getPrincipal: warns("This uses the code up."),
  exchangePrincipal: warns("This uses the code up."),
  exchangeToken: warns("This uses the token up."),
  updatePasskey: warns("This changes the passkey. A disabled one signs nobody in."),
  updateUser: warns(
    "This changes the user. emailVerified: true ends other users' claims on the email.",
  ),
  updateUserUnversioned: warns(
    "This changes the user. emailVerified: true ends other users' claims on the email.",
  ),
  updateUserPasskeys: warns("This renames all of the user's passkeys."),
  preparePasskeyUpdate: warns(
    "This renames all of the user's passkeys; they have the new name when it answers.",
  ),
};

/** Returns the caution of an operation. Every DELETE is destructive, even without a description. */
export function cautionOf({ id, method }: Pick<Operation, "id" | "method">): Caution | undefined {
  return cautions[id] ?? (method === "DELETE" ? destroys("This deletes for good.") : undefined);
}
