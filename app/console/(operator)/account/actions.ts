"use server";

import { z } from "zod";
import { accountAction, stepUpFirst } from "@/lib/console/console-action";
import { addOwnPasskey, authorizeOwnPasskey, mustStepUpToAdd } from "@/lib/domain/operator/add-own-passkey";
import { endOtherSessions } from "@/lib/domain/operator/end-other-sessions";
import { endSession } from "@/lib/domain/operator/end-session";
import { removeOwnPasskey } from "@/lib/domain/operator/remove-own-passkey";

const id = z.string().min(1).max(64);

/** Authorizes one more passkey of the operator's own. */
export const beginPasskey = accountAction(z.object({}), ({ ctx, session }) => authorizeOwnPasskey(ctx, session), mustStepUpToAdd);

/** Takes the passkey that was made for the console. */
export const finishPasskey = accountAction(z.object({ code: z.string().min(1).max(200) }), ({ ctx, session }, { code }) => addOwnPasskey(ctx, session, code), mustStepUpToAdd);

/** Deletes one of the operator's own passkeys. */
export const removePasskey = accountAction(z.object({ passkeyId: id }), ({ ctx, session }, { passkeyId }) => removeOwnPasskey(ctx, session, passkeyId), stepUpFirst);

/** Ends another one of the operator's own sessions. */
export const revokeSession = accountAction(z.object({ id }), ({ ctx, session }, input) => endSession(ctx, session, input.id));

/** Ends all of them but this one. */
export const revokeOtherSessions = accountAction(z.object({}), async ({ ctx, session }) => ({ count: await endOtherSessions(ctx, session) }));
