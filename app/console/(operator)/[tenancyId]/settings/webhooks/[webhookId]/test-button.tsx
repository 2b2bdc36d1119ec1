"use client";

import { Send } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { sendTestEvent } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/actions";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { useRefreshWhile } from "@/app/console/use-refresh-while";
import { Button } from "@/components/ui/button";

interface Props {
  tenancyId: string;
  webhook: { id: string; name: string };
  /** The newest test event that the page shows. */
  newest: { number: number; isQueued: boolean } | undefined;
}

/** Sends a test event, and refreshes the page until it shows the receiver's answer. */
export function TestButton({ tenancyId, webhook: { id, name }, newest }: Props) {
  const { run, isPending } = useAction(sendTestEvent, `send a test event to “${name}”`);
  const [former, setFormer] = useState<number>();
  const follow = useRefreshWhile(newest?.number === former || (newest?.isQueued ?? true));

  async function send() {
    setFormer(newest?.number);
    const result = await run(tenancyId, { id });
    if (!result.ok) {
      toast.error("No test event was sent", { description: result.error.message });
      return;
    }
    follow();
    toast("Sending a test event. Its answer appears below.");
  }

  return (
    <Button
      {...pageAction("webhook.test")}
      tone="secondary"
      pending={isPending}
      onClick={() => void send()}
    >
      <Send aria-hidden className="size-4" />
      Send a test event
    </Button>
  );
}
