"use client";

import { CirclePause, CirclePlay } from "lucide-react";
import { toast } from "sonner";
import {
  disableWebhook,
  enableWebhook,
} from "@/app/console/(operator)/[tenancyId]/settings/webhooks/actions";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";

interface Props {
  tenancyId: string;
  webhook: { id: string; name: string; isEnabled: boolean };
  may: { disable: boolean; enable: boolean };
}

/** Disables an enabled webhook, or enables a disabled one. */
export function StateButton({ tenancyId, webhook: { id, name, isEnabled }, may }: Props) {
  const disabling = useAction(disableWebhook, `disable the webhook “${name}”`);
  const enabling = useAction(enableWebhook, `enable the webhook “${name}”`);
  const { run, isPending } = isEnabled ? disabling : enabling;
  if (!(isEnabled ? may.disable : may.enable)) return null;

  async function change() {
    const result = await run(tenancyId, { id });
    if (result.ok) toast(`“${name}” is ${isEnabled ? "disabled" : "enabled"}`);
    else
      toast.error(`“${name}” was not ${isEnabled ? "disabled" : "enabled"}`, {
        description: result.error.message,
      });
  }

  const Icon = isEnabled ? CirclePause : CirclePlay;
  return (
    <Button
      {...pageAction(isEnabled ? "webhook.disable" : "webhook.enable")}
      tone="secondary"
      pending={isPending}
      onClick={() => void change()}
    >
      <Icon aria-hidden className="size-4" />
      {isEnabled ? "Disable" : "Enable"}
    </Button>
  );
}
