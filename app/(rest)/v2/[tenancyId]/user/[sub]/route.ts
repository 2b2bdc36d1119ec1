import { TaggedUserReply, UpdateUser, UserPath } from "@/lib/contract/user";
import { getUser } from "@/lib/domain/user/get-user";
import { updateUser } from "@/lib/domain/user/update-user";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getUser",
    summary: "Get a user",
    description:
      "Returns a user by Keystead's user id, which is `sub` in every principal. To find a user by " +
      "your own id, call `users/{userId}`.",
    auth: "apiKey",
    scope: "users:read",
    params: UserPath,
    malformedPath: "@error/NotFound",
    success: [200, TaggedUserReply],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params }) => ({
      _tag: "User" as const,
      user: await getUser(ctx, params.sub),
    }),
  }),
  PATCH: endpoint({
    operation: "updateUser",
    summary: "Update a user",
    description:
      "Changes a user's names or marks the email as verified. Send at least one of the three " +
      "fields. You can't change the email here: verify a code for the new mailbox with " +
      "`setUserEmail`. To change more of a user, or one by your own id, call `users/{userId}`.",
    auth: "apiKey",
    scope: "users:write",
    params: UserPath,
    malformedPath: "@error/NotFound",
    body: UpdateUser,
    success: [200, TaggedUserReply],
    errors: ["@error/NotFound", "@error/DuplicateEmail"],
    handle: async ({ ctx, params, body }) => ({
      _tag: "User" as const,
      user: await updateUser(ctx, params.sub, body),
    }),
  }),
});
