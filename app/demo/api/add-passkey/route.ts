import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import { authorizeRegistration, KeysteadRefusal } from "@/app/demo/backend/keystead";
import { findSession } from "@/app/demo/backend/sessions";

/** Authorizes a further passkey for whoever has just signed in; an old session may be somebody else's hands. */
export const POST = handler(z.object({}), async (_body, settings) => {
  const session = await findSession();
  if (session?.isFresh !== true) throw new KeysteadRefusal("sign-in-again", "Sign in again first: a new passkey is a new way into the account.", []);
  const { user } = session;
  const { reply, calls } = await authorizeRegistration(settings, { userId: user.id, username: user.email });
  return { registrationToken: reply.registrationToken, calls };
});
