import { UpdateUser, UserPath, UserReply } from "@/lib/contract/user";
import { getUser } from "@/lib/domain/user/get-user";
import { updateUser } from "@/lib/domain/user/update-user";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: endpoint({
    operation: "getUserUnversioned",
    summary: "Get a user (legacy)",
    description:
      "Returns a user by Keystead's user id, without a `_tag`. Its successor is `GET " +
      "/v2/{tenancyId}/user/{sub}`.",
    auth: "apiKey",
    scope: "users:read",
    params: UserPath,
    malformedPath: "@error/NotFound",
    success: [200, UserReply],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params }) => ({ user: await getUser(ctx, params.sub) }),
  }),
  PATCH: endpoint({
    operation: "updateUserUnversioned",
    summary: "Update a user (legacy)",
    description:
      "Changes a user's names or marks the email as verified, and returns the user without a " +
      "`_tag`. Its successor is `PATCH /v2/{tenancyId}/user/{sub}`.",
    auth: "apiKey",
    scope: "users:write",
    params: UserPath,
    malformedPath: "@error/NotFound",
    body: UpdateUser,
    success: [200, UserReply],
    errors: ["@error/NotFound", "@error/DuplicateEmail"],
    handle: async ({ ctx, params, body }) => ({ user: await updateUser(ctx, params.sub, body) }),
  }),
});
