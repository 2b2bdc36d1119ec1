import { callStep, postStep, type Refusal, refusalOf } from "@/app/auth/browser/call-step";
import { isClosedPrompt } from "@/app/auth/browser/explain";
import { data, say } from "@/app/auth/browser/page-data";
import { hasPasskeys } from "@/app/auth/browser/passkeys";
import { authenticatePasskey } from "@/lib/client/authenticate-passkey";
import { fail, Failure } from "@/lib/client/errors";
import { runAlone } from "@/lib/client/one-ceremony";
import type { Post } from "@/lib/client/service";
import { tell } from "./kept-words";

const postElsewhere = postStep({});

/** Sends the assertion to its own step, which replaces the session. */
const post: Post = (path, body, signal) =>
  path === "passkey/authentication/verification"
    ? callStep("confirm", body, signal)
    : postElsewhere(path, body, signal);

/**
 * Prompts for a passkey of the signed-in user. The service then replaces the session and its ticket.
 * @throws Failure
 */
export async function confirm(): Promise<void> {
  if (!hasPasskeys()) throw fail("@error/PasskeyUnsupported", "No passkeys here.");
  const { ticket } = await runAlone(false, undefined, async (signal) => {
    const ceremony = {
      post,
      onEvent: undefined,
      body: { mediation: "required" },
      signal,
      repairOrphans: false,
    };
    return (await authenticatePasskey(ceremony, false)) as unknown as { ticket: string };
  });
  data.ticket = ticket;
}

const mustConfirm = (refusal: Refusal) =>
  refusal._tag === "@error/Forbidden" && "reason" in refusal && refusal.reason === "confirm";

/** The user closed the prompt that would have confirmed a change. */
export class Unconfirmed extends Failure {}

/**
 * Does the work, and once more after a passkey prompt if the service asks for one. The page says in
 * the card what the prompt is for.
 * @throws Failure
 */
export async function withConfirmation<T>(card: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (caught) {
    if (!mustConfirm(refusalOf(caught))) throw caught;
    tell(say("confirmNow"), { card, tone: "note" });
    await confirm().catch((refused: unknown) => {
      if (!(refused instanceof Failure) || !isClosedPrompt(refused.error)) throw refused;
      throw new Unconfirmed(refused.error);
    });
    return work();
  }
}
