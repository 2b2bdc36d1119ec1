"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { addWebhook } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/actions";
import { SecretShown } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/secret-shown";
import {
  WebhookForm,
  type WebhookValues,
} from "@/app/console/(operator)/[tenancyId]/settings/webhooks/webhook-form";
import { useAction } from "@/app/console/use-action";
import { Button, ButtonLink } from "@/components/ui/button";
import { Card } from "@/components/ui/card";

interface Props {
  tenancyId: string;
  others: readonly { name: string; url: string }[];
  isLocal: boolean;
}

/** Creates a webhook and shows its secret once. */
export function NewWebhookForm({ tenancyId, others, isLocal }: Props) {
  const { run, isPending, failure, issueOf } = useAction(
    addWebhook,
    (_, { name }) => `create the webhook “${name}”`,
  );
  const router = useRouter();
  const [created, setCreated] = useState<{ name: string; secret: string }>();
  const list = `/console/${tenancyId}/settings/webhooks`;

  async function create(values: WebhookValues): Promise<boolean> {
    const result = await run(tenancyId, values);
    if (result.ok) setCreated({ name: result.value.webhook.name, secret: result.value.secret });
    return result.ok;
  }

  if (created !== undefined)
    return (
      <Card title={`“${created.name}” is ready`}>
        <SecretShown secret={created.secret} />
        {/* Not a link: it acknowledges that the secret is stored, so leaving asks nothing. */}
        <Button className="self-start" onClick={() => router.push(list)}>
          I’ve stored the secret
        </Button>
      </Card>
    );
  return (
    <WebhookForm
      values={{ name: "", url: "", types: null }}
      {...{ others, isLocal }}
      act="Create webhook"
      {...{ isPending, failure, issueOf }}
      onSubmit={create}
      further={
        <ButtonLink tone="secondary" href={list}>
          Cancel
        </ButtonLink>
      }
    />
  );
}
