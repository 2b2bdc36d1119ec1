import { Passkey, PasskeyPath, UpdatePasskey } from "@/lib/contract/passkey";
import { deletePasskey } from "@/lib/domain/passkey/delete-passkeys";
import { getPasskey } from "@/lib/domain/passkey/get-passkey";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getPasskey",
    summary: "Get a passkey",
    description: "With the public key, and the name and icon of its provider where they are known.",
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
    summary: "Give a passkey another user id or username, or switch it off or on",
    description:
      "At least one field. To show a new username on devices as well, use `passkeys/update`.",
    auth: "apiKey",
    scope: "vault:write",
    params: PasskeyPath,
    malformedPath: "@error/NotFound",
    body: UpdatePasskey,
    success: [202, Passkey],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params, body }) => updatePasskey(ctx, params.passkeyId, body),
  }),
  DELETE: endpoint({
    operation: "deletePasskey",
    summary: "Delete a passkey from the vault; devices are not told",
    description:
      "For good. To remove it from devices as well, use `passkeys/delete`, which prepares a token for the page.",
    auth: "apiKey",
    scope: "vault:write",
    params: PasskeyPath,
    malformedPath: "@error/NotFound",
    success: [202, Passkey],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params }) => deletePasskey(ctx, params.passkeyId),
  }),
});
