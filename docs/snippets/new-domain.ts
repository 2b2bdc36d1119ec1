import { keystead } from "./keystead.ts";

/** Allows a passkey on the new domain, for a user who has signed in with an emailed code. */
export async function authorizeOnNewDomain(
  user: { id: string; email: string },
  newRpId: string,
): Promise<string> {
  const { registrationToken } = await keystead<{ registrationToken: string }>(
    "POST",
    "passkey/registration/authorize",
    {
      userId: user.id,
      username: user.email,
      rpId: newRpId,
    },
  );
  return registrationToken;
}

/** Lists a user's passkeys of the old domain, to remove them when you no longer need it. */
export async function listPasskeysOf(userId: string, rpId: string): Promise<string[]> {
  const { records } = await keystead<{ records: { id: string }[] }>(
    "GET",
    `passkeys?userId=${encodeURIComponent(userId)}`,
  );
  const passkeys = await Promise.all(
    records.map(({ id }) =>
      keystead<{ id: string; credential: { rpId: string } }>(
        "GET",
        `passkeys/${encodeURIComponent(id)}`,
      ),
    ),
  );
  return passkeys.filter(({ credential }) => credential.rpId === rpId).map(({ id }) => id);
}
