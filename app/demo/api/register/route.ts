import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import { exchangeCode } from "@/app/demo/backend/keystead";
import { createSession } from "@/app/demo/backend/sessions";
import { createUserId, findOrCreateUser } from "@/app/demo/backend/users";

/**
 * Creates a user of this application from the code's principal, and links the passkey to the
 * application's user id.
 */
export const POST = handler(z.object({ code: z.string() }), async ({ code }, settings) => {
  const userId = createUserId();
  const { reply: principal, calls } = await exchangeCode(settings, code, { userId });
  const user = await findOrCreateUser(principal, userId);
  await createSession(user, principal);
  return { calls };
});
