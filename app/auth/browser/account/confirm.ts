import { callStep, postStep, type Refusal, refusalOf } from "@/app/auth/browser/call-step";
import { data } from "@/app/auth/browser/page-data";
import { hasPasskeys } from "@/app/auth/browser/passkeys";
import { authenticatePasskey } from "@/lib/client/authenticate-passkey";
import { fail } from "@/lib/client/errors";
import { runAlone } from "@/lib/client/one-ceremony";
import type { Post } from "@/lib/client/service";

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

/**
 * Does the work, and once more after a passkey prompt if the service asks for one.
 * @throws Failure
 */
export async function withConfirmation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (caught) {
    if (!mustConfirm(refusalOf(caught))) throw caught;
    await confirm();
    return work();
  }
}
