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
    summary: "Rename a user's passkeys in the vault",
    description:
      "Renames all passkeys of the user in the vault. Devices keep the old name; use " +
      "`passkeys/update` to rename the passkeys there too.",
    auth: "apiKey",
    scope: "vault:write",
    params: UserPasskeysPath,
    malformedPath: "@error/NotFound",
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
    summary: "Delete a user's passkeys from the vault",
    description:
      "Permanently deletes all passkeys of the user from the vault. The user can't sign in with " +
      "a passkey until they register a new one. Devices keep theirs; use `passkeys/delete` to " +
      "remove them there too.",
    auth: "apiKey",
    scope: "vault:write",
    params: UserPasskeysPath,
    malformedPath: "@error/NotFound",
    success: [202, DeletedPasskeys],
    errors: ["@error/NotFound"],
    handle: async ({ ctx, params }) => ({
      _tag: "DeletedPasskeys" as const,
      deleted: await deletePasskeysOfUser(ctx, params.userId),
    }),
  }),
});
