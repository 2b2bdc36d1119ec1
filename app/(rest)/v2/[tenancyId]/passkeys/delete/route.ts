import { PreparePasskeyDeletion, PreparedPasskeyDeletion } from "@/lib/contract/prepared-token";
import { preparePasskeyDeletion } from "@/lib/domain/prepared-token/prepare-passkey-deletion";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "preparePasskeyDeletion",
    summary: "Delete passkeys",
    description:
      "Deletes the passkeys from the vault immediately. Send exactly one of `passkeyIds` and " +
      "`userId`. To remove the passkeys from the user's device too, pass the `deletePasskeysToken` to " +
      "a page. Only this token still lists the deleted credentials.",
    auth: "apiKey",
    scope: "vault:write",
    body: PreparePasskeyDeletion,
    success: [202, PreparedPasskeyDeletion],
    errors: [],
    handle: ({ ctx, body }) => preparePasskeyDeletion(ctx, body),
  }),
});
