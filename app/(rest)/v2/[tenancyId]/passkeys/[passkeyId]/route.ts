import { Passkey, PasskeyPath, UpdatePasskey } from "@/lib/contract/passkey";
import { deletePasskey } from "@/lib/domain/passkey/delete-passkeys";
import { getPasskey } from "@/lib/domain/passkey/list-passkeys";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getPasskey",
    summary: "Get a passkey",
    description:
      "Returns a passkey with its public key and, if known, the name and icon of its provider.",
    auth: "apiKey",
    scope: "vault:read",
    params: PasskeyPath,
    malformedPath: "@error/NotFound",
    success: [200, Passkey],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params }) => getPasskey(ctx, params.passkeyId),
  }),
  PATCH: endpoint({
    operation: "updatePasskey",
    summary: "Update a passkey",
    description:
      "Changes the passkey's user id or username, or enables or disables it. Send at least one " +
      "field. Devices keep the old username; use `passkeys/update` to rename the passkey there too.",
    auth: "apiKey",
    scope: "vault:write",
    params: PasskeyPath,
    malformedPath: "@error/NotFound",
    body: UpdatePasskey,
    success: [202, Passkey],
    errors: ["@error/NotFound", "@error/ProofRequired"],
    handle: ({ ctx, params, body }) => updatePasskey(ctx, params.passkeyId, body),
  }),
  DELETE: endpoint({
    operation: "deletePasskey",
    summary: "Delete a passkey from the vault",
    description:
      "Permanently deletes the passkey from the vault. The device keeps it; use " +
      "`passkeys/delete` to remove it there too.",
    auth: "apiKey",
    scope: "vault:write",
    params: PasskeyPath,
    malformedPath: "@error/NotFound",
    success: [202, Passkey],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params }) => deletePasskey(ctx, params.passkeyId),
  }),
});
