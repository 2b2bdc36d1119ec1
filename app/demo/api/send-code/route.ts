import { parseAccept } from "hono/utils/accept";
import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import { createChallenge, KeysteadRefusal, listPasskeys } from "@/app/demo/backend/keystead";
import { type CodePurpose, codePurposes, keepPendingCode } from "@/app/demo/backend/pending-codes";
import { findSession, type Session } from "@/app/demo/backend/sessions";
import { hasInbox, type Settings } from "@/app/demo/backend/settings";

const Asked = z.object({
  purpose: z.enum(codePurposes),
  email: z.string().max(254).default(""),
  givenName: z.string().trim().max(100).default(""),
  familyName: z.string().trim().max(100).default(""),
});

/**
 * Whether the user has just proved who they are. Of a user with a passkey, an emailed code isn't enough:
 * a reader of the old mailbox could take the account.
 */
async function mayChangeEmail({ isFresh, principal, user }: Session, settings: Settings) {
  if (!isFresh) return false;
  if (principal?.passkey !== undefined) return true;
  const passkeys = await listPasskeys(settings, user.id);
  return passkeys.every(({ enabled }) => !enabled);
}

/** Requires a session for changes to an account, and the passkey for a new email. */
async function requireSession(
  purpose: CodePurpose,
  settings: Settings,
): Promise<Session | undefined> {
  if (purpose !== "verify-email" && purpose !== "email-change") return undefined;
  const session = await findSession();
  if (session === undefined)
    throw new KeysteadRefusal("signed-out", "You are signed out. Sign in first.", []);
  if (purpose === "email-change" && !(await mayChangeEmail(session, settings)))
    throw new KeysteadRefusal(
      "sign-in-again",
      "This changes how you sign in. Use your passkey again first.",
      [],
    );
  return session;
}

/** Returns the browser's first language that the API accepts. */
const readLanguage = ({ headers }: Request): string | undefined =>
  parseAccept(headers.get("accept-language") ?? "").find(({ type }) =>
    /^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}$/.test(type),
  )?.type;

/** Sends a code. The response does not reveal whether the mailbox has an account. */
export const POST = handler(
  Asked,
  async ({ purpose, email: given, givenName, familyName }, settings, request) => {
    const session = await requireSession(purpose, settings);
    const email = purpose === "verify-email" ? (session?.user.email ?? "") : given;
    const locale = readLanguage(request);
    const { reply, calls } = await createChallenge(settings, {
      purpose,
      email,
      ...(session === undefined ? {} : { userId: session.user.id }),
      locale,
      invalidateOthers: true,
    });
    const { challengeId, secret, code, createdAt, expiresAt } = reply.challenge;
    await keepPendingCode(
      {
        challengeId,
        secret,
        purpose,
        email,
        givenName,
        familyName,
        userId: session?.user.id ?? null,
      },
      expiresAt,
    );
    const lifetimeSeconds = Math.round((expiresAt - createdAt) / 1_000);
    return { email, digits: code.length, lifetimeSeconds, goesToInbox: hasInbox(), calls };
  },
);
