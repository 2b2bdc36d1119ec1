import { expect, test } from "vitest";
import { declaredRoutes } from "@/testing/declared-routes";

/** The endpoints of contract §3–6, §9 and §10, without /metrics, which is text. */
const contract = [
  "GET /.well-known/jwks.json public",
  "GET /.well-known/passkey-endpoints public",
  "GET /.well-known/webauthn public",
  "GET /[tenancyId]/token/[token] apiKey principals",
  "GET /[tenancyId]/user/[sub] apiKey users:read",
  "PATCH /[tenancyId]/user/[sub] apiKey users:write",
  "GET /healthz public",
  "GET /openapi.json public",
  "GET /readyz public",
  "GET /v2/.well-known/jwks.json public",
  "GET /v2/[tenancyId]/credential/[passkeyId] open exchange",
  "GET /v2/[tenancyId]/credentials/[passkeyIds] open exchange",
  "GET /v2/[tenancyId]/events apiKey events:read",
  "GET /v2/[tenancyId]/passkey-policy apiKey policy:read",
  "POST /v2/[tenancyId]/passkey-policy apiKey policy:write",
  "POST /v2/[tenancyId]/passkey-policy/simulate apiKey policy:read + vault:read",
  "GET /v2/[tenancyId]/passkeys apiKey vault:read",
  "GET /v2/[tenancyId]/passkeys/[passkeyId] apiKey vault:read",
  "PATCH /v2/[tenancyId]/passkeys/[passkeyId] apiKey vault:write",
  "DELETE /v2/[tenancyId]/passkeys/[passkeyId] apiKey vault:write",
  "POST /v2/[tenancyId]/passkeys/update apiKey vault:write",
  "POST /v2/[tenancyId]/passkeys/update/exchange browser exchange",
  "POST /v2/[tenancyId]/passkeys/delete apiKey vault:write",
  "POST /v2/[tenancyId]/passkeys/delete/exchange browser exchange",
  "POST /v2/[tenancyId]/passkeys/prune apiKey vault:write",
  "POST /v2/[tenancyId]/passkeys/prune/exchange browser exchange",
  "GET /v2/[tenancyId]/passkeys/export apiKey vault:export",
  "POST /v2/[tenancyId]/passkeys/import apiKey ceremonies + users:write + vault:write",
  "GET /v2/[tenancyId]/api-keys apiKey api-keys:write",
  "POST /v2/[tenancyId]/api-keys apiKey api-keys:write",
  "DELETE /v2/[tenancyId]/api-keys/[apiKeyId] apiKey api-keys:write",
  "POST /v2/[tenancyId]/api-keys/[apiKeyId]/lock apiKey api-keys:write",
  "POST /v2/[tenancyId]/api-keys/[apiKeyId]/unlock apiKey api-keys:write",
  "POST /v2/[tenancyId]/api-keys/[apiKeyId]/rotate apiKey api-keys:write",
  "GET /v2/[tenancyId]/webhooks apiKey webhooks:write",
  "POST /v2/[tenancyId]/webhooks apiKey webhooks:write",
  "GET /v2/[tenancyId]/webhooks/[webhookId] apiKey webhooks:write",
  "PATCH /v2/[tenancyId]/webhooks/[webhookId] apiKey webhooks:write",
  "DELETE /v2/[tenancyId]/webhooks/[webhookId] apiKey webhooks:write",
  "POST /v2/[tenancyId]/webhooks/[webhookId]/rotate apiKey webhooks:write",
  "GET /v2/[tenancyId]/settings apiKey settings:read",
  // The settings in the body decide which scopes it needs.
  "PATCH /v2/[tenancyId]/settings apiKey",
  "POST /v2/[tenancyId]/challenges apiKey challenges",
  "GET /v2/[tenancyId]/challenges/[challengeId] apiKey challenges",
  "DELETE /v2/[tenancyId]/challenges/[challengeId] apiKey challenges",
  "POST /v2/[tenancyId]/challenges/verify apiKey challenges",
  "PATCH /v2/[tenancyId]/users/[userId]/passkeys apiKey vault:write",
  "DELETE /v2/[tenancyId]/users/[userId]/passkeys apiKey vault:write",
  "POST /v2/[tenancyId]/passkey/authentication/authorize apiKey ceremonies",
  "POST /v2/[tenancyId]/passkey/authentication/options browser options",
  "POST /v2/[tenancyId]/passkey/authentication/prepare apiKey ceremonies",
  "POST /v2/[tenancyId]/passkey/authentication/verification browser verification",
  "POST /v2/[tenancyId]/passkey/outcome browser verification",
  "POST /v2/[tenancyId]/passkey/registration/authorize apiKey ceremonies",
  "POST /v2/[tenancyId]/passkey/registration/options browser options",
  "POST /v2/[tenancyId]/passkey/registration/prepare apiKey ceremonies",
  "POST /v2/[tenancyId]/passkey/registration/verification browser verification",
  "GET /v2/[tenancyId]/principal/[code] apiKey principals",
  "POST /v2/[tenancyId]/principal/[code] apiKey principals",
  "GET /v2/[tenancyId]/user/[sub] apiKey users:read",
  "GET /v2/[tenancyId]/users apiKey users:list",
  "POST /v2/[tenancyId]/users apiKey users:manage",
  "GET /v2/[tenancyId]/users/[userId] apiKey users:read",
  "PATCH /v2/[tenancyId]/users/[userId] apiKey users:manage",
  "DELETE /v2/[tenancyId]/users/[userId] apiKey users:erase",
  "POST /v2/[tenancyId]/users/[userId]/disable apiKey users:manage",
  "POST /v2/[tenancyId]/users/[userId]/enable apiKey users:manage",
  "GET /v2/[tenancyId]/users/[userId]/export apiKey users:export",
  "GET /v2/[tenancyId]/users/[userId]/timeline apiKey users:list",
  "PATCH /v2/[tenancyId]/user/[sub] apiKey users:write",
];

test("the API matches the contract: path, method, caller, and scope or limit", () => {
  const surface = declaredRoutes.map(({ method, path, declaration }) =>
    [
      method,
      path,
      declaration.auth,
      declaration.auth === "apiKey"
        ? [declaration.scope].flat().join(" + ")
        : declaration.auth === "public"
          ? ""
          : declaration.limit,
    ]
      .join(" ")
      .trim(),
  );
  expect(surface.sort()).toEqual([...contract].sort());
});
