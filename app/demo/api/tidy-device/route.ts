import { z } from "zod";
import { signedInHandler } from "@/app/demo/backend/answer";
import { preparePasskeyPruning } from "@/app/demo/backend/keystead";

/** Prepares the browser to remove passkeys that no longer work from the signed-in user's device. */
export const POST = signedInHandler(
  { fresh: false, body: z.object({}) },
  async (_body, { user }, settings) => {
    const { reply, calls } = await preparePasskeyPruning(settings, user.id);
    return { prunePasskeysToken: reply.prunePasskeysToken, calls };
  },
);
