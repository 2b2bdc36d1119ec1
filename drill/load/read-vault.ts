import { asBackend, type Load } from "./load";
import { expectSuccess } from "./present";

/** Reads an acknowledged passkey, and a page of the vault. */
export async function readVault(load: Load): Promise<void> {
  const path = `/v2/${load.tenancyId}/passkeys`;
  const headers = asBackend(load);
  const passkeyId = load.people.at(-1)?.passkeyId;
  if (passkeyId !== undefined) {
    const reply = await load.send({
      kind: "passkey",
      method: "GET",
      path: `${path}/${passkeyId}`,
      headers,
    });
    if (reply.status === 404) load.journal.reads.push({ passkeyId, isFound: false });
    else if (expectSuccess(load, reply)) load.journal.reads.push({ passkeyId, isFound: true });
  }
  expectSuccess(load, await load.send({ kind: "vault page", method: "GET", path, headers }));
}
