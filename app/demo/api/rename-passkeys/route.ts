import { z } from "zod";
import { signedInHandler } from "@/app/demo/backend/answer";
import { preparePasskeyUpdate } from "@/app/demo/backend/keystead";

/** Gives all passkeys of whoever is signed in another name. */
export const POST = signedInHandler(
  { fresh: false, body: z.object({ username: z.string() }) },
  async ({ username }, { user }, settings) => {
    const { reply, calls } = await preparePasskeyUpdate(settings, { userId: user.id, username });
    return { updatePasskeysToken: reply.updatePasskeysToken, calls };
  },
);
