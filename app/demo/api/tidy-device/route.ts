import { z } from "zod";
import { signedInHandler } from "@/app/demo/backend/answer";
import { preparePasskeyPruning } from "@/app/demo/backend/keystead";

/** Lets the browser remove whatever no longer opens the account of whoever is signed in. */
export const POST = signedInHandler(
  { fresh: false, body: z.object({}) },
  async (_body, { user }, settings) => {
    const { reply, calls } = await preparePasskeyPruning(settings, user.id);
    return { prunePasskeysToken: reply.prunePasskeysToken, calls };
  },
);
