import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import {
  type BackendCall,
  getUser,
  KeysteadRefusal,
  listPasskeys,
  markEmailVerified,
  preparePasskeyUpdate,
  verifyChallenge,
} from "@/app/demo/backend/keystead";
import {
  findPendingCode,
  forgetPendingCode,
  type PendingCode,
} from "@/app/demo/backend/pending-codes";
import { createSession, findSession } from "@/app/demo/backend/sessions";
import type { Settings } from "@/app/demo/backend/settings";
import {
  createVerifiedUser,
  findUserByMailbox,
  followEmail,
  isEmailTaken,
  setVerifiedEmail,
  type User,
} from "@/app/demo/backend/users";
import { EmailAddress } from "@/app/demo/person";

interface Done {
  next: string;
  updatePasskeysToken?: string;
  calls: BackendCall[];
}

const noAccount = (calls: BackendCall[]) =>
  new KeysteadRefusal(
    "no-account",
    "The code is correct, but no account has verified this email. Create an account, or " +
      "sign in with your passkey and verify your email.",
    calls,
  );

/**
 * Opens a session, unless an operator has disabled the user, or the user has another email on
 * Keystead's account page since.
 */
async function openSession(user: User, settings: Settings, next: string): Promise<Done> {
  const calls: BackendCall[] = [];
  if (user.sub !== null) {
    const { reply, calls: asked } = await getUser(settings, user.sub);
    calls.push(...asked);
    if (!reply.user.enabled)
      throw new KeysteadRefusal(
        "disabled",
        "The code is correct, but this account is disabled. Contact support.",
        calls,
      );
    const { email, emailVerified } = await followEmail(user, reply.user);
    if (!emailVerified || email !== user.email) throw noAccount(calls);
  }
  await createSession(user);
  return { next, calls };
}

/** Signs in to the account of the verified mailbox. Creates one if there is none. */
const signUp = async (pending: PendingCode, settings: Settings): Promise<Done> =>
  openSession(await createVerifiedUser(pending), settings, "/demo/account");

async function signIn({ email }: PendingCode, settings: Settings, next: string): Promise<Done> {
  const user = await findUserByMailbox(email);
  if (user === undefined) throw noAccount([]);
  return openSession(user, settings, next);
}

async function requireUser(id: string | null): Promise<User> {
  const session = await findSession();
  if (session === undefined || session.user.id !== id)
    throw new KeysteadRefusal("signed-out", "You are signed out. Sign in first.", []);
  return session.user;
}

/**
 * Whether Keystead changes the user's email, too: its hosted pages send codes there. Keystead knows
 * users with a passkey only. Only a right code may reveal that another user has the email.
 */
async function changesKeysteadsEmail({ purpose, userId, email }: PendingCode): Promise<boolean> {
  if (purpose !== "email-change") return false;
  const user = await requireUser(userId);
  return user.sub !== null && !(await isEmailTaken(user.id, email));
}

/** Whether a user's passkeys are named after an email. Another name is the user's own choice. */
async function areNamedAfterEmail({ id }: User, settings: Settings): Promise<boolean> {
  const passkeys = await listPasskeys(settings, id);
  return passkeys.some(({ credential }) => EmailAddress.safeParse(credential.username).success);
}

/** Sets the signed-in user's email, and renames passkeys that are named after an email. */
async function setEmail({ email, userId }: PendingCode, settings: Settings): Promise<Done> {
  const user = await requireUser(userId);
  if (!(await setVerifiedEmail(user.id, email)))
    throw new KeysteadRefusal("taken", "Another account has verified this email.", []);
  if (email !== user.email) {
    if (!(await areNamedAfterEmail(user, settings))) return { next: "/demo/account", calls: [] };
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
  login: (pending, settings) => signIn(pending, settings, "/demo/account?new-device=code"),
  recovery: (pending, settings) => signIn(pending, settings, "/demo/account?recovered"),
  "verify-email": setEmail,
  "email-change": setEmail,
};

/** Checks the code that this browser requested, then runs the action that it was requested for. */
export const POST = handler(z.object({ code: z.string().min(1) }), async ({ code }, settings) => {
  const pending = await findPendingCode();
  if (pending === undefined)
    throw new KeysteadRefusal(
      "no-code",
      "This browser has no pending code, or it expired. Send a new one.",
      [],
    );
  const { challengeId, secret } = pending;
  const setUserEmail = await changesKeysteadsEmail(pending);
  const { calls } = await verifyChallenge(settings, { challengeId, secret, code, setUserEmail });
  await forgetPendingCode();
  const done = await finish[pending.purpose](pending, settings);
  return { ...done, calls: [...calls, ...done.calls] };
});
