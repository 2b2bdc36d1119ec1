import { PreparePasskeyUpdate, PreparedPasskeyUpdate } from "@/lib/contract/prepared-token";
import { preparePasskeyUpdate } from "@/lib/domain/prepared-token/prepare-passkey-update";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "preparePasskeyUpdate",
    summary: "Rename a user's passkeys",
    description:
      "Renames the passkeys in the vault immediately. To rename them on the user's device too, pass " +
      "the `updatePasskeysToken` to a page of that user within 10 minutes.",
    auth: "apiKey",
    scope: "vault:write",
    body: PreparePasskeyUpdate,
    success: [202, PreparedPasskeyUpdate],
    errors: [],
    handle: ({ ctx, body }) => preparePasskeyUpdate(ctx, body),
  }),
});
