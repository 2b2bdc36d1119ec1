import { KeySet } from "@/lib/contract/key-set";
import { findPublishedKeys } from "@/lib/domain/access/signing-key/get-signing-key";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getKeySet",
    summary: "List the keys that sign id_tokens",
    description:
      "Returns the ES256 public keys that verify id_tokens. `aud` of an id_token is the tenancy " +
      "id. Keys rotate with an overlap: fetch this set again when you see an unknown `kid`.",
    auth: "public",
    cache: "keySet",
    success: [200, KeySet],
    errors: [],
    handle: ({ ctx }) => findPublishedKeys(ctx),
  }),
});
