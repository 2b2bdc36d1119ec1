"use client";

import { toast } from "sonner";
import { saveWebhook } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/actions";
import {
  WebhookForm,
  type WebhookValues,
} from "@/app/console/(operator)/[tenancyId]/settings/webhooks/webhook-form";
import { useAction } from "@/app/console/use-action";

interface Props {
  tenancyId: string;
  id: string;
  values: WebhookValues;
  others: readonly { name: string; url: string }[];
  isLocal: boolean;
}

export function EditWebhook({ tenancyId, id, values, others, isLocal }: Props) {
  const { run, isPending, failure, issueOf } = useAction(
    saveWebhook,
    `change the webhook “${values.name}”`,
  );

  async function save(changed: WebhookValues): Promise<boolean> {
    const result = await run(tenancyId, { id, ...changed });
    if (result.ok) toast(`“${result.value.name}” is saved`);
    return result.ok;
  }

  return (
    <WebhookForm
      {...{ values, others, isLocal }}
      isSaved
      act="Save webhook"
      {...{ isPending, failure, issueOf }}
      onSubmit={save}
    />
  );
}
