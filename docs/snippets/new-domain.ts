import { keystead } from "./keystead";

/** On the new domain, for somebody whom a mailbox code has let in: a passkey that belongs there. */
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

/** Once nobody needs the old domain: a user's passkeys of it. */
export async function listPasskeysOf(userId: string, rpId: string): Promise<string[]> {
  const { records } = await keystead<{ records: { id: string }[] }>(
    "GET",
    `passkeys?userId=${encodeURIComponent(userId)}`,
  );
  const passkeys = await Promise.all(
    records.map(({ id }) =>
      keystead<{ id: string; credential: { rpId: string } }>("GET", `passkeys/${id}`),
    ),
  );
  return passkeys.filter(({ credential }) => credential.rpId === rpId).map(({ id }) => id);
}
