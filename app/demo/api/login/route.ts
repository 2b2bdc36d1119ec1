import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import { exchangeCode, KeysteadRefusal } from "@/app/demo/backend/keystead";
import { createSession } from "@/app/demo/backend/sessions";
import { findOrCreateUser } from "@/app/demo/backend/users";

/** Signs in the user whom the code identifies. */
export const POST = handler(z.object({ code: z.string() }), async ({ code }, settings) => {
  const { reply: principal, calls } = await exchangeCode(settings, code);
  // A backend that opened a session here would make the quarantine useless.
  if (principal.passkey.availableAt !== undefined)
    throw new KeysteadRefusal(
      "quarantine",
      "This passkey is new and can’t sign in yet. Use another passkey, or get a code by email.",
      calls,
    );
  const user = await findOrCreateUser(principal, principal.userId);
  await createSession(user, principal);
  return { calls };
});
