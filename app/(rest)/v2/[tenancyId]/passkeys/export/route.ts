import { ExportVault, VaultExportLine } from "@/lib/contract/vault";
import { exportVault } from "@/lib/domain/passkey/vault/export-vault";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "exportVault",
    summary: "Export passkeys",
    description:
      "Streams every passkey of the tenancy as one line, with its user and all data needed to " +
      "verify it elsewhere. The last line is `VaultExportEnd`; a response without it is " +
      "incomplete. With `users=true`, which also requires the scope `users:export`, a line for each " +
      "user comes first, so that users without passkeys move, too. The scope `*` doesn't include " +
      "these scopes.",
    auth: "apiKey",
    scope: "vault:export",
    query: ExportVault,
    success: [200, VaultExportLine],
    respondsWithLines: true,
    errors: [],
    handle: ({ ctx, query }) => exportVault(ctx, query),
  }),
});
