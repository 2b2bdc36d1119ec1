import { PreparePasskeyPruning, PreparedPasskeyPruning } from "@/lib/contract/prepared-token";
import { preparePasskeyPruning } from "@/lib/domain/prepared-token/prepare-passkey-pruning";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "preparePasskeyPruning",
    summary: "Prepare that devices remove a user's passkeys that are no longer accepted",
    description:
      "Changes nothing by itself. Hand the `prunePasskeysToken` to a page: its device keeps the passkeys that are accepted then and forgets the user's others.",
    auth: "apiKey",
    scope: "vault:write",
    body: PreparePasskeyPruning,
    success: [202, PreparedPasskeyPruning],
    errors: [],
    handle: ({ ctx, body }) => preparePasskeyPruning(ctx, body),
  }),
});
