import { z } from "zod";
import { signedInHandler } from "@/app/demo/backend/answer";
import { preparePasskeyUpdate } from "@/app/demo/backend/keystead";

/** Renames all passkeys of the signed-in user. */
export const POST = signedInHandler(
  { fresh: false, body: z.object({ username: z.string() }) },
  async ({ username }, { user }, settings) => {
    const { reply, calls } = await preparePasskeyUpdate(settings, { userId: user.id, username });
    return { updatePasskeysToken: reply.updatePasskeysToken, calls };
  },
);
