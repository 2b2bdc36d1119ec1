import type { PasskeyRecord } from "@/lib/domain/passkey/passkey-record";

/** Names the user of a passkey as the list of users does: by email, name or the passkey's username. */
export const ownerOf = ({
  userEmail,
  userName,
  passkey,
}: Pick<PasskeyRecord, "userEmail" | "userName"> & {
  passkey: { credential: { username: string } };
}): string => userEmail || userName || passkey.credential.username;

/** Names a passkey in a sentence, such as "the Apple Passwords passkey of ada@example.com". */
export const passkeyWords = (product: string | undefined, owner: string): string =>
  `the ${product === undefined ? "" : `${product} `}passkey of ${owner}`;
