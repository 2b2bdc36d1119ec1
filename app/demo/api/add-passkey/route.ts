import { z } from "zod";
import { signedInHandler } from "@/app/demo/backend/answer";
import { authorizeRegistration } from "@/app/demo/backend/keystead";
import { rpIdOf } from "@/app/demo/backend/site";

/** Authorizes another passkey for the signed-in user. */
export const POST = signedInHandler(
  { fresh: true, body: z.object({}) },
  async (_body, { user }, settings, request) => {
    const { reply, calls } = await authorizeRegistration(settings, {
      userId: user.id,
      username: user.email,
      rpId: rpIdOf(request),
    });
    return { registrationToken: reply.registrationToken, calls };
  },
);
