"use client";

import { Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { removeWebhook } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/actions";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface Props {
  tenancyId: string;
  webhook: { id: string; name: string };
}

export function DeleteWebhook({ tenancyId, webhook: { id, name } }: Props) {
  const { run, isPending, failure, clear } = useAction(
    removeWebhook,
    `delete the webhook “${name}”`,
  );
  const router = useRouter();
  const [isAsked, setAsked] = useState(false);

  async function remove() {
    const result = await run(tenancyId, { id });
    if (!result.ok) return;
    toast(`“${name}” is deleted`);
    router.push(`/console/${tenancyId}/settings/webhooks`);
  }

  return (
    <>
      <Button {...pageAction("webhook.delete")} tone="danger" onClick={() => setAsked(true)}>
        <Trash2 aria-hidden className="size-4" />
        Delete…
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Delete “${name}”?`}
          act="Delete webhook"
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void remove()}
          onClose={() => {
            setAsked(false);
            clear();
          }}
        >
          <p>
            The webhook and its secrets are gone for good. To pause it, disable it instead: it keeps
            its secret.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
