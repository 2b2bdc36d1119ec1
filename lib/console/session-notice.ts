import { type OperatorSession, strengthOf } from "@/lib/domain/admin/operator/session/find-session";
import type { SessionStrength } from "@/lib/domain/base/permission";
import { getService } from "@/lib/service/service";

/** Returns how strongly the session is authenticated now. */
export const sessionStrength = (session: OperatorSession): SessionStrength =>
  strengthOf(session, getService().clock.now());

/** Whether the session has only the rights of an emailed code: view, lock keys, disable users. */
export const isCodeSession = (session: OperatorSession): boolean =>
  sessionStrength(session) === "code";

/** Returns a notice that explains a code session's limits, or null for a full session. */
export function sessionNotice(
  session: OperatorSession,
): { title: string; text: string; offersSignIn: boolean } | null {
  if (!isCodeSession(session)) return null;
  const limits = "You can view pages, lock API keys and disable single users or passkeys.";
  return session.signIn === "code"
    ? {
        title: "You signed in with an emailed code",
        text: `${limits} Sign in with a passkey to do anything else.`,
        offersSignIn: true,
      }
    : {
        title: "Your passkey is not trusted yet",
        text: `${limits} Everything else works 24 hours after you added it, or when another owner approves it.`,
        offersSignIn: false,
      };
}
