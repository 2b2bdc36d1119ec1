import { RelatedOrigins } from "@/lib/contract/key-set";
import { getRelatedOrigins } from "@/lib/domain/tenancy/related-origins";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";
import { requestHost } from "@/lib/http/admission/request-host";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getRelatedOrigins",
    summary: "Origins that may use this host as relying party id",
    description:
      "Browsers ask for it when a page of another domain uses this host as relying party id (WebAuthn L3 §5.11). Served only for a host that a system owner confirmed.",
    auth: "public",
    cache: "relatedOrigins",
    success: [200, RelatedOrigins],
    errors: ["@error/NotFound"],
    handle: ({ ctx }) => getRelatedOrigins(ctx, requestHost(ctx.request)),
  }),
});
