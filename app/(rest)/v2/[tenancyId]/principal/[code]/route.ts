import { CodePath, ExchangeCode, ExtendedPrincipal } from "@/lib/contract/principal";
import { exchangeCode } from "@/lib/domain/sign-in/principal/exchange-code";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getPrincipal",
    summary: "Exchange a code for a principal",
    description:
      "Exchanges the one-time code of a registration or sign-in for the user. Codes are " +
      "single-use, across all paths and API versions, and expire after 5 minutes. If several " +
      "requests exchange the same code at the same time, exactly one succeeds.",
    auth: "apiKey",
    scope: "principals",
    isCoalesced: true,
    params: CodePath,
    malformedPath: "@error/InvalidCode",
    ignoresQuery: true,
    success: [200, ExtendedPrincipal],
    errors: ["@error/InvalidCode"],
    isSingleUse: true,
    handle: ({ ctx, params }) => exchangeCode(ctx, params.code),
  }),
  POST: endpoint({
    operation: "exchangePrincipal",
    summary: "Exchange a code and assign your user id",
    description:
      "Exchanges a code as GET does, and assigns your own user id, which all later principals " +
      "contain. A code from a hosted page also needs its `code_verifier`.",
    auth: "apiKey",
    scope: "principals",
    isCoalesced: true,
    params: CodePath,
    malformedPath: "@error/InvalidCode",
    ignoresQuery: true,
    body: ExchangeCode,
    bodyMayBeAbsent: true,
    success: [200, ExtendedPrincipal],
    errors: ["@error/InvalidCode", "@error/PasskeyDisabled", "@error/ProofRequired"],
    handle: ({ ctx, params, body }) => exchangeCode(ctx, params.code, body),
  }),
});
