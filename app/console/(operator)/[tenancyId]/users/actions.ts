"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { Reason, RequiredReason } from "@/lib/console/reason";
import { EmailInput, Id, PersonName } from "@/lib/contract/fields";
import { changeEmailAndNames } from "@/lib/domain/passkey/rename-passkeys";
import { cancelDeletion } from "@/lib/domain/user/deletion/undo-deletion";
import { eraseUser as erase } from "@/lib/domain/user/erase-user";
import { setUserDisabled } from "@/lib/domain/user/set-user-disabled";
import { updateUser } from "@/lib/domain/user/update-user";

export const renameUser = consoleAction(
  "user.rename",
  z.object({ sub: Id, givenName: PersonName, familyName: PersonName }),
  (ctx, { sub, ...names }) => updateUser(ctx, sub, names),
);

/**
 * Marks the email as verified or unverified. A verified email can sign in to the account that owns
 * it.
 */
export const setEmailVerified = consoleAction(
  "user.change-email",
  z.object({ sub: Id, emailVerified: z.boolean() }),
  (ctx, { sub, emailVerified }) => updateUser(ctx, sub, { emailVerified }),
);

/** Returns the email as displayed and the number of renamed passkeys. */
export const changeUserEmail = consoleAction(
  "user.change-email",
  z.object({ sub: Id, email: EmailInput, emailVerified: z.boolean(), renamePasskeys: z.boolean() }),
  (ctx, change) => changeEmailAndNames(ctx, change),
);

export const disableUser = consoleAction(
  "user.disable",
  z.object({ sub: Id, reason: RequiredReason }),
  (ctx, { sub, reason }) => setUserDisabled(ctx, sub, true, reason),
);

export const enableUser = consoleAction("user.enable", z.object({ sub: Id }), (ctx, { sub }) =>
  setUserDisabled(ctx, sub, false),
);

/** Cancels the user's own request to delete the account, which enables the user. */
export const cancelUserDeletion = consoleAction(
  "user.enable",
  z.object({ sub: Id }),
  (ctx, { sub }) => cancelDeletion(ctx, sub),
);

export const eraseUser = consoleAction(
  "user.erase",
  z.object({ sub: Id, reason: Reason }),
  (ctx, { sub, reason }) => erase(ctx, sub, reason),
);
