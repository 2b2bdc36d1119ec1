import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import {
  KeysteadRefusal,
  markEmailVerified,
  preparePasskeyUpdate,
  verifyChallenge,
  type BackendCall,
} from "@/app/demo/backend/keystead";
import {
  findPendingCode,
  forgetPendingCode,
  type PendingCode,
} from "@/app/demo/backend/pending-codes";
import { createSession, findSession } from "@/app/demo/backend/sessions";
import type { Settings } from "@/app/demo/backend/settings";
import { createVerifiedUser, findUserByMailbox, setVerifiedEmail } from "@/app/demo/backend/users";

interface Done {
  next: string;
  updatePasskeysToken?: string;
  calls: BackendCall[];
}

/** Signs in to the account of the verified mailbox. Creates one if there is none. */
async function signUp(pending: PendingCode): Promise<Done> {
  await createSession(await createVerifiedUser(pending));
  return { next: "/demo/account", calls: [] };
}

async function signIn({ email }: PendingCode, next: string): Promise<Done> {
  const user = await findUserByMailbox(email);
  if (user === undefined)
    throw new KeysteadRefusal(
      "no-account",
      "The code was right, but no account has verified this address. Create one, or " +
        "sign in with your passkey and verify it.",
      [],
    );
  await createSession(user);
  return { next, calls: [] };
}

/** Sets the signed-in user's email and renames their passkeys. */
async function setEmail({ email, userId }: PendingCode, settings: Settings): Promise<Done> {
  const session = await findSession();
  if (session === undefined || session.user.id !== userId)
    throw new KeysteadRefusal("signed-out", "You are signed out. Sign in first.", []);
  const { user } = session;
  if (!(await setVerifiedEmail(user.id, email)))
    throw new KeysteadRefusal("taken", "Another account has verified this address.", []);
  if (email !== user.email) {
    const { reply, calls } = await preparePasskeyUpdate(settings, {
      userId: user.id,
      username: email,
    });
    return { next: "/demo/account", updatePasskeysToken: reply.updatePasskeysToken, calls };
  }
  const { calls } = user.sub === null ? { calls: [] } : await markEmailVerified(settings, user.sub);
  return { next: "/demo/account", calls };
}

const finish: Record<
  PendingCode["purpose"],
  (pending: PendingCode, settings: Settings) => Promise<Done>
> = {
  "sign-up": signUp,
  login: (pending) => signIn(pending, "/demo/account"),
  recovery: (pending) => signIn(pending, "/demo/account?recovered"),
  "verify-email": setEmail,
  "email-change": setEmail,
};

/** Checks the code that this browser requested, then runs the action that it was requested for. */
export const POST = handler(z.object({ code: z.string().min(1) }), async ({ code }, settings) => {
  const pending = await findPendingCode();
  if (pending === undefined)
    throw new KeysteadRefusal(
      "no-code",
      "No code was asked for from this browser, or it has expired. Ask for another.",
      [],
    );
  const { challengeId, secret } = pending;
  const { calls } = await verifyChallenge(settings, { challengeId, secret, code });
  await forgetPendingCode();
  const done = await finish[pending.purpose](pending, settings);
  return { ...done, calls: [...calls, ...done.calls] };
});
