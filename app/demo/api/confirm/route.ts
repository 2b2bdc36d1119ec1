import { z } from "zod";
import { signedInHandler } from "@/app/demo/backend/answer";
import { exchangeCode, KeysteadRefusal } from "@/app/demo/backend/keystead";
import { createSession, deleteSession } from "@/app/demo/backend/sessions";
import { followEmail } from "@/app/demo/backend/users";

/** Marks the session as fresh after its user signs in again with a verified passkey. */
export const POST = signedInHandler(
  { fresh: false, body: z.object({ code: z.string() }) },
  async ({ code }, { user }, settings) => {
    const { reply: principal, calls } = await exchangeCode(settings, code);
    if (principal.operation !== "authentication" || principal.sub !== user.sub)
      throw new KeysteadRefusal(
        "another-account",
        "That passkey belongs to another account.",
        calls,
      );
    if (principal.passkey?.userVerified !== true)
      throw new KeysteadRefusal(
        "not-verified",
        "Your device didn’t verify you by fingerprint, face or PIN.",
        calls,
      );
    await deleteSession();
    await createSession(await followEmail(user, principal.user), principal);
    return { calls };
  },
);
