"use server";

import { z } from "zod";
import { consoleAction } from "@/lib/console/console-action";
import { Reason, RequiredReason } from "@/lib/console/reason";
import { PasskeyId, PasskeyIds, Username } from "@/lib/contract/fields";
import { deletePasskeysByIds } from "@/lib/domain/passkey/delete-passkeys";
import { endQuarantine } from "@/lib/domain/passkey/end-quarantine";
import { setPasskeysEnabled } from "@/lib/domain/passkey/set-passkeys-enabled";
import { updatePasskey } from "@/lib/domain/passkey/update-passkey";

const Chosen = z.object({ passkeyIds: PasskeyIds.min(1, "Choose at least one passkey.") });

/** Returns the id if the passkey was enabled before, or that it's missing. */
export const disablePasskey = consoleAction(
  "passkey.disable",
  z.object({ passkeyId: PasskeyId, reason: RequiredReason }),
  (ctx, { passkeyId, reason }) =>
    setPasskeysEnabled(ctx, { passkeyIds: [passkeyId], enabled: false, reason }),
);

/** Returns the ids of the passkeys that were enabled before, and of those that are missing. */
export const disablePasskeys = consoleAction(
  "passkey.disable-many",
  Chosen.extend({ reason: RequiredReason }),
  (ctx, change) => setPasskeysEnabled(ctx, { ...change, enabled: false }),
);

/** Returns the ids of the passkeys that were disabled before, and of those that are missing. */
export const enablePasskeys = consoleAction("passkey.enable", Chosen, (ctx, { passkeyIds }) =>
  setPasskeysEnabled(ctx, { passkeyIds, enabled: true }),
);

/** Returns whether the passkey was in quarantine. */
export const endPasskeyQuarantine = consoleAction(
  "passkey.end-quarantine",
  z.object({ passkeyId: PasskeyId, reason: Reason }),
  (ctx, change) => endQuarantine(ctx, change),
);

export const renamePasskey = consoleAction(
  "passkey.rename",
  z.object({ passkeyId: PasskeyId, username: Username }),
  async (ctx, { passkeyId, username }) => {
    await updatePasskey(ctx, passkeyId, { username });
  },
);

/** Returns the number of deleted passkeys and the ids that were missing. */
export const deletePasskeys = consoleAction(
  "passkey.delete",
  Chosen.extend({ reason: Reason }),
  (ctx, { passkeyIds, reason }) => deletePasskeysByIds(ctx, passkeyIds, reason),
);
