import { PasskeyEndpoints } from "@/lib/contract/key-set";
import { getPasskeyEndpoints } from "@/lib/domain/admin/tenancy/passkey-endpoints";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";
import { requestHost } from "@/lib/http/request/request-host";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getPasskeyEndpoints",
    summary: "Get the passkey endpoints",
    description:
      "Returns the page on which users create and manage passkeys of this host. Password managers and " +
      "devices request it. Served only for hosts that a system owner has confirmed for a tenancy with " +
      "an account page; other hosts return NotFound.",
    auth: "public",
    cache: "relatedOrigins",
    success: [200, PasskeyEndpoints],
    errors: ["@error/NotFound"],
    handle: ({ ctx }) => getPasskeyEndpoints(ctx, requestHost(ctx.request)),
  }),
});
