import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import { beginHostedSignIn, takeVerifier } from "@/app/demo/backend/hosted-sign-in";
import { exchangeCode, KeysteadRefusal } from "@/app/demo/backend/keystead";
import { createSession } from "@/app/demo/backend/sessions";
import { findOrCreateUser } from "@/app/demo/backend/users";

const Asked = z.union([
  z.object({ code: z.string(), state: z.string().optional() }),
  z.object({ hosted: z.literal(true) }),
]);

/** Signs in the user whom the code identifies, or starts a sign-in on the hosted pages. */
export const POST = handler(Asked, async (body, settings) => {
  if ("hosted" in body) return { url: await beginHostedSignIn(settings), calls: [] };
  const { code, state } = body;
  // Only the hosted pages return a state.
  const proof = state === undefined ? {} : { code_verifier: await takeVerifier(state) };
  const { reply: principal, calls } = await exchangeCode(settings, code, proof);
  // A backend that opened a session here would make the quarantine useless.
  if (principal.passkey?.availableAt !== undefined)
    throw new KeysteadRefusal(
      "quarantine",
      "This passkey is new and can’t sign in yet. Use another passkey, or get a code by email.",
      calls,
    );
  const user = await findOrCreateUser(principal, principal.userId);
  await createSession(user, principal);
  return { calls };
});
