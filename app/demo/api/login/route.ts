import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import { exchangeCode } from "@/app/demo/backend/keystead";
import { createSession } from "@/app/demo/backend/sessions";
import { findOrCreateUser } from "@/app/demo/backend/users";

/** Signs in the user whom the code identifies. */
export const POST = handler(z.object({ code: z.string() }), async ({ code }, settings) => {
  const { reply: principal, calls } = await exchangeCode(settings, code);
  const user = await findOrCreateUser(principal, principal.userId);
  await createSession(user, principal);
  return { calls };
});
