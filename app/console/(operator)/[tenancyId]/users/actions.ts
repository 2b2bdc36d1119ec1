"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { EmailInput, Id, PersonName } from "@/lib/contract/fields";
import { changeEmailAndNames } from "@/lib/domain/passkey/change-email-and-names";
import { eraseUser as erase } from "@/lib/domain/user/erase-user";
import { setUserDisabled as setDisabled } from "@/lib/domain/user/set-user-disabled";
import { updateUser } from "@/lib/domain/user/update-user";

export const changeProfile = consoleAction(
  "user.change",
  z.object({ sub: Id, givenName: PersonName, familyName: PersonName, emailVerified: z.boolean().optional() }),
  (ctx, { sub, ...changes }) => updateUser(ctx, sub, changes),
);

/** Answers the email as it is shown, and how many passkeys have its name now. */
export const changeUserEmail = consoleAction(
  "user.change",
  z.object({ sub: Id, email: EmailInput, emailVerified: z.boolean(), renamePasskeys: z.boolean() }),
  (ctx, change) => changeEmailAndNames(ctx, change),
);

export const setUserDisabled = consoleAction("user.disable", z.object({ sub: Id, disabled: z.boolean() }), (ctx, { sub, disabled }) => setDisabled(ctx, sub, disabled));

export const eraseUser = consoleAction("user.erase", z.object({ sub: Id }), (ctx, { sub }) => erase(ctx, sub));
