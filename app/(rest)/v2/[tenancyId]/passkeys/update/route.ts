import { PreparedPasskeyUpdate, PreparePasskeyUpdate } from "@/lib/contract/prepared-token";
import { preparePasskeyUpdate } from "@/lib/domain/passkey/prepared-token/prepare-passkey-update";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "preparePasskeyUpdate",
    summary: "Rename a user's passkeys in the vault and on devices",
    description:
      "Renames a user's passkeys in the vault immediately, and creates an `updatePasskeysToken` " +
      "to rename them on devices. A page of the user exchanges the token within 10 minutes.",
    auth: "apiKey",
    scope: "vault:write",
    body: PreparePasskeyUpdate,
    success: [202, PreparedPasskeyUpdate],
    errors: [],
    handle: ({ ctx, body }) => preparePasskeyUpdate(ctx, body),
  }),
});
