import { KeySet } from "@/lib/contract/key-set";
import { findPublishedKeys } from "@/lib/domain/access/signing-key/get-signing-key";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getKeySetV2",
    summary: "List the keys that sign id_tokens (alias)",
    description: "Returns the same key set as `/.well-known/jwks.json`.",
    auth: "public",
    cache: "keySet",
    success: [200, KeySet],
    errors: [],
    handle: ({ ctx }) => findPublishedKeys(ctx),
  }),
});
