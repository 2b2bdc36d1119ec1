import { type ConsoleContext, mayOffer } from "@/lib/console/console-context";
import type { TimelineEntry } from "@/lib/domain/history/timeline-search/timeline-entry";
import { findShownChallenge } from "@/lib/domain/sign-in/challenge/find-challenges";
import type { MailboxState } from "@/lib/domain/sign-in/challenge/mailbox-state";
import { isReplaceable } from "@/lib/domain/sign-in/challenge/send-new-code";
import { isDelivering } from "@/lib/domain/user/email/delivery-state";

/** Returns the code of a user's last email, if the operator may send a new one. */
export async function findLastCode(
  ctx: ConsoleContext,
  {
    lastEmail,
    mailboxState,
  }: { lastEmail: TimelineEntry | null; mailboxState: MailboxState | null },
) {
  if (!mayOffer(ctx, "email.retry") || mailboxState === null) return null;
  if (lastEmail?.challenge?.exists !== true) return null;
  const challenge = await findShownChallenge(ctx, lastEmail.challenge.id);
  if (challenge === null) return null;
  return {
    id: challenge.id,
    email: challenge.email,
    isDelivering: isDelivering(challenge.delivery),
    isReplaceable: isReplaceable(challenge, mailboxState, ctx.clock.now()),
  };
}
