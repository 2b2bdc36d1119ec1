import { EnableUser, UserIdPath, UserRecordReply } from "@/lib/contract/user-record";
import { setUserRecordEnabled } from "@/lib/domain/user/management/user-record";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "enableUser",
    summary: "Enable a user",
    description:
      "Enables a disabled user, who can then sign in again. Does nothing for an enabled user.",
    auth: "apiKey",
    scope: "users:manage",
    params: UserIdPath,
    malformedPath: "@error/NotFound",
    body: EnableUser,
    bodyMayBeAbsent: true,
    success: [200, UserRecordReply],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params, body }) =>
      setUserRecordEnabled(ctx, params.userId, { enabled: true, reason: body.reason }),
  }),
});
