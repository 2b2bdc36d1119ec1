"use server";

import { z } from "zod";
import { accountAction } from "@/lib/console/console-action";
import {
  addOwnPasskey,
  authorizeOwnPasskey,
} from "@/lib/domain/admin/operator/account/add-own-passkey";
import { endOtherSessions } from "@/lib/domain/admin/operator/account/own-sessions";
import { removeOwnPasskey } from "@/lib/domain/admin/operator/account/remove-own-passkey";
import { endSession } from "@/lib/domain/admin/operator/session/find-session";

const id = z.string().min(1).max(64);

/** Authorizes another passkey for the operator. */
export const beginPasskey = accountAction("account.add-passkey", z.object({}), ({ ctx, session }) =>
  authorizeOwnPasskey(ctx, session),
);

/** Adds the passkey that was created for the console. */
export const finishPasskey = accountAction(
  "account.add-passkey",
  z.object({ code: z.string().min(1).max(200) }),
  ({ ctx, session }, { code }) => addOwnPasskey(ctx, session, code),
);

/** Deletes one of the operator's passkeys. */
export const removePasskey = accountAction(
  "account.remove-passkey",
  z.object({ passkeyId: id }),
  ({ ctx, session }, { passkeyId }) => removeOwnPasskey(ctx, session, passkeyId),
);

/** Revokes another session of the operator. */
export const revokeSession = accountAction(
  "account.end-sessions",
  z.object({ id }),
  ({ ctx, session }, input) => endSession(ctx, session, input.id),
);

/** Revokes all other sessions of the operator. */
export const revokeOtherSessions = accountAction(
  "account.end-sessions",
  z.object({}),
  async ({ ctx, session }) => ({ count: await endOtherSessions(ctx, session) }),
);
