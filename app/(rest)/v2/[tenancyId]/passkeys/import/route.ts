import { ImportLine, ImportVault, VaultImport } from "@/lib/contract/vault-import";
import { importVault } from "@/lib/domain/vault/import-vault";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "importVault",
    summary: "Import passkeys with their users, or tell what an import would do",
    description:
      "One passkey with its user a line, up to 16 MiB a request. Passkeys are known by their credential ids: sending the same lines again changes nothing. Users who exist are joined and not changed. With `dryRun=true` it only tells, by line.",
    auth: "apiKey",
    // Whoever may do all of this may do it by thousands; nobody may do more here than elsewhere.
    scope: ["ceremonies", "users:write", "vault:write"],
    query: ImportVault,
    lines: ImportLine,
    success: [200, VaultImport],
    errors: [],
    handle: ({ ctx, lines, query }) => importVault(ctx, lines, query),
  }),
});
