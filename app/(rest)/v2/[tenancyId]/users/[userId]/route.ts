import {
  ChangeUser,
  ErasedUser,
  EraseUser,
  UserIdPath,
  UserRecordReply,
} from "@/lib/contract/user-record";
import {
  changeUserRecord,
  eraseUserRecord,
  getUserRecord,
} from "@/lib/domain/user/management/user-record";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getUserRecord",
    summary: "Get a user by any id",
    description:
      "Returns a user with the number of passkeys and the last sign-in. The id is yours, or " +
      "Keystead's (`sub`).",
    auth: "apiKey",
    scope: "users:read",
    params: UserIdPath,
    malformedPath: "@error/NotFound",
    success: [200, UserRecordReply],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params }) => getUserRecord(ctx, params.userId),
  }),
  PATCH: endpoint({
    operation: "changeUser",
    summary: "Change a user",
    description:
      "Changes a user's email, names or application id, all or nothing. The user owns a new email, and is " +
      "unverified unless you send `emailVerified`. Another email ends the user's pending codes and the " +
      "sign-ins by code that your backend hasn't exchanged; the former one still gets notices of " +
      "new passkeys for seven days. To let users change their email themselves, verify a code " +
      "for the new mailbox with `setUserEmail`.",
    auth: "apiKey",
    scope: "users:manage",
    params: UserIdPath,
    malformedPath: "@error/NotFound",
    body: ChangeUser,
    success: [200, UserRecordReply],
    errors: [
      "@error/NotFound",
      "@error/InvalidEmail",
      "@error/DuplicateUser",
      "@error/DuplicateEmail",
    ],
    handle: ({ ctx, params, body }) => changeUserRecord(ctx, params.userId, body),
  }),
  DELETE: endpoint({
    operation: "eraseUser",
    summary: "Erase a user",
    description:
      "Permanently deletes a user and all personal data: names, email, passkeys, codes, emails and " +
      "timeline. The audit log keeps ids and the reason. Devices keep their passkeys; create a " +
      "token with `passkeys/delete` before, to remove them there too.",
    auth: "apiKey",
    scope: "users:erase",
    params: UserIdPath,
    malformedPath: "@error/NotFound",
    body: EraseUser,
    bodyMayBeAbsent: true,
    success: [202, ErasedUser],
    errors: ["@error/NotFound"],
    handle: ({ ctx, params, body }) => eraseUserRecord(ctx, params.userId, body.reason),
  }),
});
