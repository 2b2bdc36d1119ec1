"use server";

import { z } from "zod";
import { openAction } from "@/lib/console/console-action";
import { setSessionCookie } from "@/lib/console/session-cookie";
import { beginLink, finishLink } from "@/lib/domain/operator/operator-link";
import { signIn } from "@/lib/domain/operator/sign-in";

const secret = z.string().min(1).max(200);

/** With the code of a passkey ceremony. */
export const signInWithPasskey = openAction(z.object({ code: secret }), async ({ ctx, facts }, { code }) => setSessionCookie(facts, await signIn(ctx, code)));

/** Authorizes the passkey that a set-up or recovery link is for. */
export const beginWithLink = openAction(z.object({ token: secret, email: z.string().max(254).optional() }), async ({ ctx }, { token, email }) => {
  const { registrationToken } = await beginLink(ctx, token, email);
  return { registrationToken };
});

/** Spends the link with the passkey's code and signs in. */
export const finishWithLink = openAction(z.object({ token: secret, code: secret }), async ({ ctx, facts }, { token, code }) => setSessionCookie(facts, await finishLink(ctx, token, code)));
