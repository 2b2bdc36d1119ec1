"use client";

import { RotateCw } from "lucide-react";
import { toast } from "sonner";
import { sendAgain } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/actions";
import { useAction } from "@/app/console/use-action";
import { useRefreshWhile } from "@/app/console/use-refresh-while";
import { Button } from "@/components/ui/button";

interface Props {
  tenancyId: string;
  webhookId: string;
  /** Of the event. */
  number: number;
  isQueued: boolean;
}

/** Sends one event again, and follows its delivery. */
export function SendAgain({ tenancyId, webhookId, number, isQueued }: Props) {
  const { run, isPending } = useAction(sendAgain, `send event ${number} again`);
  const follow = useRefreshWhile(isQueued);

  async function send() {
    const result = await run(tenancyId, { webhookId, number });
    if (!result.ok) {
      toast.error(`Event ${number} was not sent`, { description: result.error.message });
      return;
    }
    follow();
    toast(
      result.value.isDueNow
        ? `Sending event ${number} now`
        : `Event ${number} is under way, or waits for an earlier event about the user`,
    );
  }

  return (
    <Button
      tone="secondary"
      className="whitespace-nowrap"
      pending={isPending}
      aria-label={`Send again event ${number}`}
      onClick={() => void send()}
    >
      <RotateCw aria-hidden className="size-4" />
      Send again
    </Button>
  );
}
