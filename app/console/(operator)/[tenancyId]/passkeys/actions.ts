"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { Id, PasskeyIds, Username } from "@/lib/contract/fields";
import { deletePasskeysByIds } from "@/lib/domain/passkey/delete-passkeys";
import { setPasskeysEnabled as setEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";

const Chosen = z.object({ passkeyIds: PasskeyIds.min(1, "Choose at least one passkey.") });
const Reason = z.string().trim().max(200, "Keep it to 200 characters.");

/** Answers the ids that were otherwise before, and those that are not there. */
export const setPasskeysEnabled = consoleAction("passkey.disable", Chosen.extend({ enabled: z.boolean(), reason: Reason.optional() }), (ctx, change) =>
  setEnabled(ctx, { ...change, reason: change.reason === "" ? undefined : change.reason }),
);

export const renamePasskey = consoleAction("passkey.rename", z.object({ passkeyId: Id, username: Username }), async (ctx, { passkeyId, username }) => {
  await updatePasskey(ctx, passkeyId, { username });
});

/** Answers how many went, and the ids of those that were not there. */
export const deletePasskeys = consoleAction("passkey.delete", Chosen, (ctx, { passkeyIds }) => deletePasskeysByIds(ctx, passkeyIds));
