import { VaultExportLine } from "@/lib/contract/vault";
import { exportVault } from "@/lib/domain/vault/export-vault";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "exportVault",
    summary: "Export the vault with all that is needed to verify its passkeys elsewhere",
    description:
      "Streams one passkey with its user a line. The last line is the `VaultExportEnd`: an answer without it broke off. The scope is not part of `*`.",
    auth: "apiKey",
    scope: "vault:export",
    success: [200, VaultExportLine],
    answersLines: true,
    errors: [],
    handle: ({ ctx }) => exportVault(ctx),
  }),
});
