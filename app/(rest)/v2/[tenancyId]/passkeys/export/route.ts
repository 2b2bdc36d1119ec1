import { VaultExportLine } from "@/lib/contract/vault";
import { exportVault } from "@/lib/domain/vault/export-vault";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "exportVault",
    summary: "Export passkeys",
    description:
      "Streams every passkey of the tenancy as one line, with its user and all data needed to " +
      "verify it elsewhere. The last line is `VaultExportEnd`; a response without it is " +
      "incomplete. The scope `*` doesn't include this endpoint's scope.",
    auth: "apiKey",
    scope: "vault:export",
    success: [200, VaultExportLine],
    respondsWithLines: true,
    errors: [],
    handle: ({ ctx }) => exportVault(ctx),
  }),
});
