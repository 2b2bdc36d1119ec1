import { PasskeyPolicy, SavePasskeyPolicy } from "@/lib/contract/passkey-policy";
import { getPolicy } from "@/lib/domain/passkey/policy/get-policy";
import { savePolicy } from "@/lib/domain/passkey/policy/save-policy";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getPasskeyPolicy",
    summary: "Get the passkey policy",
    description: "Returns the current version of the tenancy's passkey policy.",
    auth: "apiKey",
    scope: "policy:read",
    success: [200, PasskeyPolicy],
    errors: [],
    handle: ({ ctx }) => getPolicy(ctx),
  }),
  POST: endpoint({
    operation: "savePasskeyPolicy",
    summary: "Save the passkey policy",
    description:
      "Saves a new version of the passkey policy. It replaces all rules; omitted ones get their " +
      "defaults. Changes take effect immediately. Fails with `BadRequest` if another version was " +
      "saved since you read it. The scope `*` doesn't include this endpoint's scope.",
    auth: "apiKey",
    scope: "policy:write",
    body: SavePasskeyPolicy,
    success: [200, PasskeyPolicy],
    errors: [],
    handle: ({ ctx, body }) => savePolicy(ctx, body),
  }),
});
