"use server";

import { z } from "zod";
import { accountAction } from "@/lib/console/console-action";
import { dropSessionCookie } from "@/lib/console/session-cookie";
import { endSession } from "@/lib/domain/operator/end-session";
import { authorizeStepUp, stepUp } from "@/lib/domain/operator/sign-in";

/** Authorizes a ceremony with one of the operator's own passkeys. */
export const beginStepUp = accountAction(z.object({}), async ({ ctx, session }) => {
  const { authenticationToken } = await authorizeStepUp(ctx, session);
  return { authenticationToken };
});

/** Keeps that the operator used a passkey just now. */
export const finishStepUp = accountAction(z.object({ code: z.string().min(1).max(200) }), ({ ctx, session }, { code }) => stepUp(ctx, session, code));

/** Ends this session. */
export const signOut = accountAction(z.object({}), async ({ ctx, session, facts }) => {
  await endSession(ctx, session, session.id);
  dropSessionCookie(facts);
});
