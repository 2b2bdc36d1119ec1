import { PreparedPasskeyPruning, PreparePasskeyPruning } from "@/lib/contract/prepared-token";
import { preparePasskeyPruning } from "@/lib/domain/passkey/prepared-token/prepare-passkey-pruning";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "preparePasskeyPruning",
    summary: "Create a prune token",
    description:
      "Creates a `prunePasskeysToken` with which a page removes a user's dead passkeys from its " +
      "device. The device keeps the passkeys that are accepted when the page exchanges the " +
      "token, and removes the user's others. Nothing changes in the vault. The token expires " +
      "after 10 minutes.",
    auth: "apiKey",
    scope: "vault:write",
    body: PreparePasskeyPruning,
    success: [202, PreparedPasskeyPruning],
    errors: [],
    handle: ({ ctx, body }) => preparePasskeyPruning(ctx, body),
  }),
});
