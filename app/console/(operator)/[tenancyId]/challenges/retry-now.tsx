"use client";

import { RotateCw } from "lucide-react";
import { toast } from "sonner";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { useRefreshWhile } from "@/app/console/use-refresh-while";
import { Button } from "@/components/ui/button";
import { retryChallengeDelivery } from "./actions";

/** Retries an email that is queued, and refreshes the page while its outcome is missing. */
export function RetryNow({ tenancyId, challengeId }: { tenancyId: string; challengeId: string }) {
  // The email is sent after the action. Once its outcome is known, the page leaves this button out.
  const follow = useRefreshWhile(true);
  const retry = useAction(retryChallengeDelivery);

  async function sendNow() {
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
