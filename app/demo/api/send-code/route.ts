import { parseAccept } from "hono/utils/accept";
import { z } from "zod";
import { handler } from "@/app/demo/backend/answer";
import { createChallenge, KeysteadRefusal } from "@/app/demo/backend/keystead";
import { type CodePurpose, codePurposes, keepPendingCode } from "@/app/demo/backend/pending-codes";
import { findSession, type Session } from "@/app/demo/backend/sessions";
import { hasInbox } from "@/app/demo/backend/settings";

const Asked = z.object({
  purpose: z.enum(codePurposes),
  email: z.string().max(254).default(""),
  givenName: z.string().trim().max(100).default(""),
  familyName: z.string().trim().max(100).default(""),
});

/** Requires a session for changes to an account, and a fresh sign-in for a new email. */
function requireSession(purpose: CodePurpose, session: Session | undefined): Session | undefined {
  if (purpose !== "verify-email" && purpose !== "email-change") return undefined;
  if (session === undefined)
    throw new KeysteadRefusal("signed-out", "You are signed out. Sign in first.", []);
  if (purpose === "email-change" && !session.isFresh)
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
    const session = requireSession(purpose, await findSession());
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
