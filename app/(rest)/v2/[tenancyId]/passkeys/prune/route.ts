import { PreparePasskeyPruning, PreparedPasskeyPruning } from "@/lib/contract/prepared-token";
import { preparePasskeyPruning } from "@/lib/domain/prepared-token/prepare-passkey-pruning";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "preparePasskeyPruning",
    summary: "Create a prune token",
    description:
      "Pass the `prunePasskeysToken` to a page of the user: the device keeps the passkeys that are " +
      "accepted at that time and removes the user's others. Nothing changes on the server.",
    auth: "apiKey",
    scope: "vault:write",
    body: PreparePasskeyPruning,
    success: [202, PreparedPasskeyPruning],
    errors: [],
    handle: ({ ctx, body }) => preparePasskeyPruning(ctx, body),
  }),
});
