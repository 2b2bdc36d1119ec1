import { RelatedOrigins } from "@/lib/contract/key-set";
import { getRelatedOrigins } from "@/lib/domain/admin/tenancy/related-origins";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";
import { requestHost } from "@/lib/http/request/request-host";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getRelatedOrigins",
    summary: "List related origins",
    description:
      "Returns the origins that may use this host as their relying party id. Browsers request " +
      "it (WebAuthn L3 §5.11). Served only for hosts that a system owner has confirmed; other " +
      "hosts return NotFound.",
    auth: "public",
    cache: "relatedOrigins",
    success: [200, RelatedOrigins],
    errors: ["@error/NotFound"],
    handle: ({ ctx }) => getRelatedOrigins(ctx, requestHost(ctx.request)),
  }),
});
