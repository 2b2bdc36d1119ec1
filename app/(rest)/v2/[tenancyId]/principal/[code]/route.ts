import { CodePath, ExchangeCode, ExtendedPrincipal } from "@/lib/contract/principal";
import { exchangeCode } from "@/lib/domain/principal/exchange-code";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getPrincipal",
    summary: "Exchange a code for the principal, once",
    description:
      "Exchanging uses the code up, by whatever path or version. It is good for 5 minutes. Of a hundred exchanges at once one succeeds.",
    auth: "apiKey",
    scope: "principals",
    params: CodePath,
    malformedPath: "@error/InvalidCode",
    success: [200, ExtendedPrincipal],
    errors: ["@error/InvalidCode"],
    spends: true,
    handle: ({ ctx, params }) => exchangeCode(ctx, params.code),
  }),
  POST: endpoint({
    operation: "exchangePrincipal",
    summary:
      "Exchange a code for the principal, once, and give its passkey the application's user id",
    description:
      "As GET, and with `userId` it tells Keystead your own id of the user, which all later principals then carry. A code that came from a hosted page also needs its `code_verifier`.",
    auth: "apiKey",
    scope: "principals",
    params: CodePath,
    malformedPath: "@error/InvalidCode",
    body: ExchangeCode,
    bodyMayBeAbsent: true,
    success: [200, ExtendedPrincipal],
    errors: ["@error/InvalidCode", "@error/PasskeyDisabled"],
    handle: ({ ctx, params, body }) => exchangeCode(ctx, params.code, body),
  }),
});
