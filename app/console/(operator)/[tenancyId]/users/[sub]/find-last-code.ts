import { type ConsoleContext, mayOffer } from "@/lib/console/console-context";
import { findShownChallenge } from "@/lib/domain/challenge/find-challenges";
import type { MailboxState } from "@/lib/domain/challenge/mailbox-state";
import { isReplaceable } from "@/lib/domain/challenge/send-new-code";
import { isDelivering } from "@/lib/domain/email/delivery-state";
import type { TimelineEntry } from "@/lib/domain/timeline-search/timeline-entry";

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
