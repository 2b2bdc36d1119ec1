"use client";

import { ReplaceCode } from "@/app/console/(operator)/[tenancyId]/challenges/replace-code";
import { useRefreshWhile } from "@/app/console/use-refresh-while";

interface Props {
  tenancyId: string;
  /** The user's last code. */
  challenge: { id: string; email: string; isDelivering: boolean; isReplaceable: boolean };
  /** No email is sent to the user's mailbox, because it bounced. */
  isBlocked: boolean;
}

/** Sends a new code to the user, while they can still enter one. */
export function SendCode({ tenancyId, challenge, isBlocked }: Props) {
  // Stays after the button has gone, so that the page follows the email.
  const follow = useRefreshWhile(challenge.isDelivering);
  if (!challenge.isReplaceable) return null;
  if (isBlocked)
    return (
      <p className="text-pretty text-quiet">
        A new code wouldn’t be sent while the address bounces. Resume emails first.
      </p>
    );
  return <ReplaceCode {...{ tenancyId, challenge }} tone="secondary" onSent={follow} />;
}
