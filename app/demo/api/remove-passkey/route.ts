import { z } from "zod";
import { signedInHandler } from "@/app/demo/backend/answer";
import { getPasskey, KeysteadRefusal, preparePasskeyDeletion } from "@/app/demo/backend/keystead";

/**
 * Deletes a passkey of the signed-in user. The id comes from the page, so its owner is checked
 * first.
 */
export const POST = signedInHandler(
  { fresh: true, body: z.object({ passkeyId: z.string().regex(/^\w+$/) }) },
  async ({ passkeyId }, { user }, settings) => {
    const { reply: passkey, calls: asked } = await getPasskey(settings, passkeyId);
    if (passkey.userId !== user.id)
      throw new KeysteadRefusal("@error/NotFound", "Passkey not found.", asked);
    const { reply, calls } = await preparePasskeyDeletion(settings, [passkeyId]);
    return { deletePasskeysToken: reply.deletePasskeysToken, calls: [...asked, ...calls] };
  },
);
