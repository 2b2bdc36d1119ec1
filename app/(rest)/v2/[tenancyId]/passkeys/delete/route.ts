import { PreparedPasskeyDeletion, PreparePasskeyDeletion } from "@/lib/contract/prepared-token";
import { preparePasskeyDeletion } from "@/lib/domain/passkey/prepared-token/prepare-passkey-deletion";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "preparePasskeyDeletion",
    summary: "Delete passkeys from the vault and devices",
    description:
      "Deletes passkeys from the vault immediately, and creates a `deletePasskeysToken` to " +
      "remove them from devices. Send exactly one of `passkeyIds` and `userId`. A page of the " +
      "user exchanges the token within 10 minutes; nothing else lists the deleted credentials.",
    auth: "apiKey",
    scope: "vault:write",
    body: PreparePasskeyDeletion,
    success: [202, PreparedPasskeyDeletion],
    errors: [],
    handle: ({ ctx, body }) => preparePasskeyDeletion(ctx, body),
  }),
});
