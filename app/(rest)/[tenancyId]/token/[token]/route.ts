import { Principal, TokenPath } from "@/lib/contract/principal";
import { exchangeToken } from "@/lib/domain/principal/exchange-code";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "exchangeToken",
    summary: "Exchange a token for a principal",
    description:
      "Older version of `principal/{code}`, with times in seconds as in a JWT. Both consume the same " +
      "single-use code.",
    auth: "apiKey",
    scope: "principals",
    confirmsCaller: true,
    params: TokenPath,
    malformedPath: "@error/InvalidCode",
    success: [200, Principal],
    errors: ["@error/InvalidCode"],
    isSingleUse: true,
    handle: ({ ctx, params }) => exchangeToken(ctx, params.token),
  }),
});
