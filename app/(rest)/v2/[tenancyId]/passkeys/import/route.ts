import { ImportLine, ImportVault, VaultImport } from "@/lib/contract/vault-import";
import { importVault } from "@/lib/domain/passkey/vault/import-vault";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "importVault",
    summary: "Import passkeys",
    description:
      "Imports one passkey per line, with its user, or one user. Passkeys are identified by their " +
      "credential ids, so sending the same lines again changes nothing. Existing users get the " +
      "passkey and are not changed. `dryRun=true` reports the result without importing. Another " +
      "encoding, unit or field name is refused, or listed in `warnings` if it may be right. Limit: " +
      "16 MiB per request.",
    auth: "apiKey",
    // An import can do what the single endpoints of these scopes do, so it needs all of them.
    scope: ["ceremonies", "users:write", "vault:write"],
    query: ImportVault,
    lines: ImportLine,
    success: [200, VaultImport],
    errors: [],
    handle: ({ ctx, lines, query }) => importVault(ctx, lines, query),
  }),
});
