"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { removePasskey } from "./actions";

export function RemovePasskey({
  passkeyId,
  name,
  isInUse,
}: {
  passkeyId: string;
  name: string;
  isInUse: boolean;
}) {
  const { run, isPending, failure, clear } = useAction(removePasskey, `remove ${name}`);
  const [isAsked, setAsked] = useState(false);

  async function remove() {
    const result = await run({ passkeyId });
    if (!result.ok) return;
    setAsked(false);
    toast(`${name} removed`);
  }

  return (
    <>
      <Button tone="secondary" aria-label={`Remove ${name}`} onClick={() => setAsked(true)}>
        <Trash2 aria-hidden className="size-4" />
        Remove
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          act="Remove passkey"
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void remove()}
          onClose={() => {
            clear();
            setAsked(false);
          }}
        >
          <p>
            You can no longer sign in with it. Sessions that started with it end
            {isInUse ? ", including this one" : ""}.
          </p>
          <p>Your device may still offer it. Delete it there too.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
