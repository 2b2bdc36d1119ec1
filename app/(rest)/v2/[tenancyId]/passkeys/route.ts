import { FindAllPasskeys, ListPasskeys } from "@/lib/contract/passkey";
import { listPasskeys } from "@/lib/domain/passkey/list-passkeys";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "listPasskeys",
    summary: "List the vault's passkeys, newest first",
    description:
      "Walk with `cursor` until it is null. A walk sees every passkey that existed when it began and still does, exactly once, and page 10 000 costs what page 1 costs.",
    auth: "apiKey",
    scope: "vault:read",
    query: ListPasskeys,
    success: [200, FindAllPasskeys],
    errors: [],
    handle: ({ ctx, query }) => listPasskeys(ctx, query),
  }),
});
