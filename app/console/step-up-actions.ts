"use server";

import { z } from "zod";
import { accountAction } from "@/lib/console/console-action";
import { dropSessionCookie } from "@/lib/console/session-cookie";
import { endSession } from "@/lib/domain/admin/operator/session/find-session";
import { authorizeStepUp, stepUp } from "@/lib/domain/admin/operator/session/sign-in";

/** Authorizes a ceremony with one of the operator's passkeys. */
export const beginStepUp = accountAction(
  "account.step-up",
  z.object({}),
  async ({ ctx, session }) => {
    const { authenticationToken } = await authorizeStepUp(ctx, session);
    return { authenticationToken };
  },
);

/** Stores that the operator has just used a passkey. */
export const finishStepUp = accountAction(
  "account.step-up",
  z.object({ code: z.string().min(1).max(200) }),
  ({ ctx, session }, { code }) => stepUp(ctx, session, code),
);

/**
 * Succeeds once the session has a fresh passkey. A page calls it before it starts a download, which
 * can't ask for one.
 */
export const prepareDownload = accountAction("account.download", z.object({}), () =>
  Promise.resolve(),
);

/** Revokes this session. */
export const signOut = accountAction(
  "account.sign-out",
  z.object({}),
  async ({ ctx, session, facts }) => {
    await endSession(ctx, session, session.id);
    dropSessionCookie(facts);
  },
);
