import { keystead } from "./keystead.ts";

interface Page {
  cursor: string | null;
  records: { id: string }[];
}

interface FormerPasskey {
  id: string;
  userId: string;
  enabled: boolean;
  createdAt: number;
  lastUsed?: number;
  credential: {
    id: string;
    userId: string;
    username: string;
    aaguid: string;
    backedUp: boolean;
    counter: number;
    deviceType: "singleDevice" | "multiDevice";
    transports: string[];
    publicKey: string;
    rpId: string;
  };
}

/** The same passkey as a line of an import. */
const toLine = ({ credential, ...passkey }: FormerPasskey) => ({
  id: passkey.id,
  credentialId: credential.id,
  publicKey: credential.publicKey,
  userHandle: credential.userId,
  rpId: credential.rpId,
  signCount: credential.counter,
  transports: credential.transports,
  backupEligible: credential.deviceType === "multiDevice",
  backedUp: credential.backedUp,
  aaguid: credential.aaguid,
  username: credential.username,
  enabled: passkey.enabled,
  createdAt: passkey.createdAt,
  lastUsedAt: passkey.lastUsed,
  user: { userId: passkey.userId },
});

for (let query = "", isLast = false; !isLast;) {
  const page = await keystead<Page>("GET", `passkeys/${query}`);
  for (const { id } of page.records) {
    const path = `passkeys/${encodeURIComponent(id)}`;
    console.log(JSON.stringify(toLine(await keystead<FormerPasskey>("GET", path))));
  }
  query = `?cursor=${encodeURIComponent(page.cursor ?? "")}`;
  isLast = page.cursor === null;
}
