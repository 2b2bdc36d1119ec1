import { z } from "zod";
import { signedInHandler } from "@/app/demo/backend/answer";
import { exchangeCode, KeysteadRefusal, markEmailVerified } from "@/app/demo/backend/keystead";
import { createSession, deleteSession } from "@/app/demo/backend/sessions";
import { findOrCreateUser } from "@/app/demo/backend/users";

/** Checks that the new passkey belongs to the signed-in user, and stores the user's `sub`. */
export const POST = signedInHandler(
  { fresh: false, body: z.object({ code: z.string() }) },
  async ({ code }, { user }, settings) => {
    const { reply: principal, calls } = await exchangeCode(settings, code);
    if (principal.userId !== user.id)
      throw new KeysteadRefusal(
        "another-account",
        "That passkey belongs to another account.",
        calls,
      );
    const known = await findOrCreateUser(principal, user.id);
    const needsMark =
      known.emailVerified && !principal.user.emailVerified && principal.user.email !== "";
    const marked = needsMark ? await markEmailVerified(settings, principal.sub) : { calls: [] };
    await deleteSession();
    await createSession(known, principal);
    return { calls: [...calls, ...marked.calls] };
  },
);
