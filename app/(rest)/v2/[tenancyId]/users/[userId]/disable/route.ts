import { DisableUser, UserIdPath, UserRecordReply } from "@/lib/contract/user-record";
import { setUserRecordEnabled } from "@/lib/domain/user/management/user-record";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  POST: endpoint({
    operation: "disableUser",
    summary: "Disable a user",
    description:
      "Disables a user. Their passkeys and hosted sign-ins are refused immediately. Sessions that your " +
      "application has open stay open: end them yourself. A user who is disabled already keeps " +
      "the earlier reason.",
    auth: "apiKey",
    scope: "users:manage",
    params: UserIdPath,
    malformedPath: "@error/NotFound",
    body: DisableUser,
    success: [200, UserRecordReply],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params, body }) =>
      setUserRecordEnabled(ctx, params.userId, { enabled: false, reason: body.reason }),
  }),
});
