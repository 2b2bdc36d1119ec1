import type { z } from "zod";

// Names are compared without case, dashes and underscores.
const plain = (name: string) => name.replace(/[_-]/g, "").toLowerCase();

/** Names that other stores have for a line's fields. */
const passkeyNames: Record<string, string> = {
  counter: "signCount",
  signaturecount: "signCount",
  signaturecounter: "signCount",
  credentialpublickey: "publicKey",
  webauthnuserid: "userHandle",
  devicetype: "backupEligible",
  credentialdevicetype: "backupEligible",
  credentialbackedup: "backedUp",
  lastused: "lastUsedAt",
  disabled: "enabled",
};

/** Names that other stores have for the fields of a line's user. */
const userNames: Record<string, string> = { id: "userId", disabled: "enabled" };

interface Naming {
  known: readonly string[];
  others: Record<string, string>;
  path?: string[];
}

function refuseIn(
  fields: Record<string, unknown>,
  { known, others, path = [] }: Naming,
  context: z.RefinementCtx,
): void {
  const meant = new Map([
    ...Object.entries(others),
    ...known.map((name) => [plain(name), name] as const),
  ]);
  const has = (name: string) => (fields[name] ?? undefined) !== undefined;
  for (const name of Object.keys(fields)) {
    const field = meant.get(plain(name));
    if (field === undefined || known.includes(name) || !has(name) || has(field)) continue;
    const message = `is not a field of a line; did you mean ${field}?`;
    context.addIssue({ code: "custom", path: [...path, name], message });
  }
}

interface LineFields {
  passkey: { user: { shape: object } };
  user: object;
}

/**
 * Refuses other names of fields that a line leaves out. Ignoring them would lose their values
 * silently: a signature counter, or that a passkey is disabled. Other unknown fields are ignored.
 */
export const refuseOtherNames =
  ({ passkey, user }: LineFields) =>
  (
    line: { _tag?: string | undefined; user?: Record<string, unknown> },
    context: z.RefinementCtx,
  ): void => {
    if (line._tag === "VaultUser")
      return refuseIn({ ...line }, { known: Object.keys(user), others: userNames }, context);
    if (line.user === undefined) return;
    const userFields = Object.keys(passkey.user.shape);
    refuseIn({ ...line }, { known: Object.keys(passkey), others: passkeyNames }, context);
    refuseIn(line.user, { known: userFields, others: userNames, path: ["user"] }, context);
  };
