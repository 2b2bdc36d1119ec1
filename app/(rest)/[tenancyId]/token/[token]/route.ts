import { Principal, TokenPath } from "@/lib/contract/principal";
import { exchangeToken } from "@/lib/domain/sign-in/principal/exchange-code";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "exchangeToken",
    summary: "Exchange a token (legacy)",
    description:
      "Exchanges a one-time code for the user, with times in seconds as in a JWT. Its successor " +
      "is `principal/{code}`, which consumes the same single-use code.",
    auth: "apiKey",
    scope: "principals",
    isCoalesced: true,
    params: TokenPath,
    malformedPath: "@error/InvalidCode",
    ignoresQuery: true,
    success: [200, Principal],
    errors: ["@error/InvalidCode"],
    isSingleUse: true,
    handle: ({ ctx, params }) => exchangeToken(ctx, params.token),
  }),
});
