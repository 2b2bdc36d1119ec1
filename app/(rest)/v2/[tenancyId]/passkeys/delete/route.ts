import { PreparePasskeyDeletion, PreparedPasskeyDeletion } from "@/lib/contract/prepared-token";
import { preparePasskeyDeletion } from "@/lib/domain/prepared-token/prepare-passkey-deletion";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "preparePasskeyDeletion",
    summary: "Delete passkeys here, and prepare to remove them from devices",
    description:
      "Exactly one of `passkeyIds` and `userId`. The rows are gone when it answers. Hand the `deletePasskeysToken` to a page: the token alone still knows what devices should remove.",
    auth: "apiKey",
    scope: "vault:write",
    body: PreparePasskeyDeletion,
    success: [202, PreparedPasskeyDeletion],
    errors: [],
    handle: ({ ctx, body }) => preparePasskeyDeletion(ctx, body),
  }),
});
