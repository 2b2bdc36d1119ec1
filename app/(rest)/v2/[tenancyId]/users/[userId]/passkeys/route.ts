import {
  DeletedPasskeys,
  RenamePasskeys,
  UpdatedPasskeys,
  UserPasskeysPath,
} from "@/lib/contract/passkey";
import { deletePasskeysOfUser } from "@/lib/domain/passkey/delete-passkeys";
import { renamePasskeys } from "@/lib/domain/passkey/rename-passkeys";
import { endpoint } from "@/lib/http/endpoint/endpoint";
import { methods } from "@/lib/http/endpoint/methods";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  PATCH: endpoint({
    operation: "updateUserPasskeys",
    summary: "Rename all of a user's passkeys; devices are not told",
    description: "To show the new name on devices as well, use `passkeys/update`.",
    auth: "apiKey",
    scope: "vault:write",
    params: UserPasskeysPath,
    body: RenamePasskeys,
    success: [202, UpdatedPasskeys],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params, body }) => ({
      _tag: "UpdatedPasskeys" as const,
      updated: await renamePasskeys(ctx, params.userId, body.username),
    }),
  }),
  DELETE: endpoint({
    operation: "deleteUserPasskeys",
    summary: "Delete all of a user's passkeys from the vault; devices are not told",
    description:
      "For good: the user signs in no more until they register another. To remove them from devices as well, use `passkeys/delete`.",
    auth: "apiKey",
    scope: "vault:write",
    params: UserPasskeysPath,
    success: [202, DeletedPasskeys],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params }) => ({
      _tag: "DeletedPasskeys" as const,
      deleted: await deletePasskeysOfUser(ctx, params.userId),
    }),
  }),
});
