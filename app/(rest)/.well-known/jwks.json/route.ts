import { KeySet } from "@/lib/contract/key-set";
import { findPublishedKeys } from "@/lib/domain/signing-key/find-published-keys";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getKeySet",
    summary: "Keys that sign id_tokens",
    description:
      "Verify id_tokens with it: ES256, `aud` is the tenancy. Keys rotate with overlap, so look a new `kid` up here.",
    auth: "public",
    cache: "keySet",
    success: [200, KeySet],
    errors: [],
    handle: ({ ctx }) => findPublishedKeys(ctx),
  }),
});
