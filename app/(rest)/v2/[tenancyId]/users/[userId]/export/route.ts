import { UserExportLine } from "@/lib/contract/user-export";
import { UserIdPath } from "@/lib/contract/user-record";
import { exportUserRecord } from "@/lib/domain/user/management/user-record";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "exportUser",
    summary: "Export a user's data",
    description:
      "Streams everything stored about a user: a line with the user, passkeys, challenges and " +
      "emails, a line for each event of audit log and timeline, and `UserExportEnd`; a response " +
      "without it is incomplete. Secrets and their hashes are left out, and so is what concerns a " +
      "mailbox that the user only claims.",
    auth: "apiKey",
    scope: "users:export",
    params: UserIdPath,
    malformedPath: "@error/NotFound",
    success: [200, UserExportLine],
    respondsWithLines: true,
    errors: ["@error/NotFound"],
    handle: ({ ctx, params }) => exportUserRecord(ctx, params.userId),
  }),
});
