"use client";

import { RotateCw } from "lucide-react";
import { toast } from "sonner";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { useRefreshWhile } from "@/app/console/use-refresh-while";
import { Button } from "@/components/ui/button";
import { retryChallengeDelivery } from "./actions";

interface Props {
  tenancyId: string;
  /** Of the email that is queued; null once none is. */
  challengeId: string | null;
  /** Whether the page doesn't show the outcome yet. */
  isMissing: boolean;
}

/**
 * Retries an email that is queued, and refreshes the page while its outcome is missing. The email is sent
 * after the action, and the timeline shows its outcome a moment later: keep it on the page until then.
 */
export function RetryNow({ tenancyId, challengeId, isMissing }: Props) {
  const follow = useRefreshWhile(isMissing);
  const retry = useAction(retryChallengeDelivery);
  if (challengeId === null) return null;

  async function sendNow() {
    if (challengeId === null) return;
    const result = await retry.run(tenancyId, { challengeId });
    if (!result.ok) return;
    follow();
    toast(result.value.isDueNow ? "Sending the email now" : "The email is already being sent");
  }

  return (
    <>
      <Button
        {...pageAction("code.retry")}
        pending={retry.isPending}
        onClick={() => void sendNow()}
      >
        <RotateCw aria-hidden className="size-4" />
        Retry now
      </Button>
      {retry.failure && (
        <p role="alert" className="basis-full text-sm text-danger">
          {retry.failure.message}
        </p>
      )}
    </>
  );
}
