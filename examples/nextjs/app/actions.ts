"use server";

import { refresh } from "next/cache";
import { accountById, accountOf, storeSub } from "./accounts";
import { keystead, KeysteadError } from "./keystead";
import { closeSession, currentAccount, openSession, pendingCode, setPending } from "./session";

// Next refuses calls of other sites. Each function checks who is signed in, because any page of
// yours, and any program, can call it.

interface Principal {
  sub: string;
  userId: string;
  operation: "registration" | "authentication";
  user: { email: string };
  /** Absent after a sign-in with an emailed code on the hosted pages. */
  passkey?: { availableAt?: number };
}

const codeExpired = "This code no longer works. Request a new one.";
const messages: Record<string, string> = {
  // The email is the only text of users whose form Keystead checks.
  "@error/BadRequest": "Check the email address.",
  "@error/ChallengeRateLimited": "Too many codes. Try again later.",
  "@error/InvalidChallengeCode": "This code is wrong. Check it and try again.",
  "@error/InvalidChallenge": codeExpired,
  "@error/ChallengeExpired": codeExpired,
  "@error/ChallengeAttemptsExceeded": codeExpired,
  "@error/InvalidCode": "That took too long. Sign in again.",
};

/** Returns the message for the user of a known error, and throws others. */
function explain(error: unknown): string {
  const message = error instanceof KeysteadError ? messages[error.tag] : undefined;
  if (message === undefined) throw error;
  return message;
}

export async function sendCode(email: string): Promise<string | undefined> {
  try {
    const { challenge } = await keystead<{
      challenge: { challengeId: string; secret: string };
    }>("POST", "challenges", {
      purpose: "login",
      email: email.trim().toLowerCase(),
      invalidateOthers: true,
    });
    await setPending({ challengeId: challenge.challengeId, secret: challenge.secret });
  } catch (error) {
    return explain(error);
  }
}

export async function verifyCode(code: string): Promise<string | undefined> {
  try {
    const pending = await pendingCode();
    if (pending === undefined) return codeExpired;
    const body = { ...pending, code };
    const { challenge } = await keystead<{ challenge: { email: string } }>(
      "POST",
      "challenges/verify",
      body,
    );
    // Each account was created by a code, so its email belongs to its owner.
    const account = await accountOf(challenge.email);
    if (account.sub !== undefined) {
      const { user } = await keystead<{ user: { enabled: boolean } }>(
        "GET",
        `user/${encodeURIComponent(account.sub)}`,
      );
      if (!user.enabled) return "This account is disabled. Contact support.";
    }
    await openSession(account.id);
    refresh();
  } catch (error) {
    return explain(error);
  }
}

export async function authorizePasskey(): Promise<string> {
  const account = await currentAccount();
  if (account === undefined) throw new Error("Sign in first.");
  const { registrationToken } = await keystead<{ registrationToken: string }>(
    "POST",
    "passkey/registration/authorize",
    { userId: account.id, username: account.email },
  );
  return registrationToken;
}

export async function exchangePasskey(code: string): Promise<string | undefined> {
  try {
    const path = `principal/${encodeURIComponent(code)}`;
    const principal = await keystead<Principal>("POST", path, {});
    const account = await accountById(principal.userId);
    const isRegistration = principal.operation === "registration";
    // A new passkey is added to the session that is open. In quarantine, it can't open one.
    const opensSession = !isRegistration && principal.passkey?.availableAt === undefined;
    const isOwn = account !== undefined && account.id === (await currentAccount())?.id;
    if (account === undefined || (!opensSession && !isOwn))
      return "This passkey belongs to no account here.";
    if (!isRegistration) {
      await openSession(account.id);
      refresh();
      return;
    }
    await storeSub(account.id, principal.sub);
    if (principal.user.email === account.email)
      await keystead("PATCH", `user/${encodeURIComponent(principal.sub)}`, { emailVerified: true });
  } catch (error) {
    return explain(error);
  }
}

export async function signOut(): Promise<void> {
  await closeSession();
  refresh();
}
