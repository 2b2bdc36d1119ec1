import { FindAllPasskeys, ListPasskeys } from "@/lib/contract/passkey";
import { listPasskeys } from "@/lib/domain/passkey/list-passkeys";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "listPasskeys",
    summary: "List passkeys",
    description:
      "Returns the tenancy's passkeys, newest first. Request pages with `cursor` until it is null. " +
      "Every passkey that exists from the first page to the last is returned exactly once.",
    auth: "apiKey",
    scope: "vault:read",
    query: ListPasskeys,
    success: [200, FindAllPasskeys],
    errors: [],
    handle: ({ ctx, query }) => listPasskeys(ctx, query),
  }),
});
