"use client";

import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { changeClientId } from "./actions";

export function RotateClientId({
  tenancyId,
  isRequired,
}: {
  tenancyId: string;
  isRequired: boolean;
}) {
  const { run, isPending, failure, clear } = useAction(changeClientId, "rotate the client id");
  const [isAsked, setAsked] = useState(false);
  const close = () => {
    setAsked(false);
    clear();
  };

  async function rotate() {
    const result = await run(tenancyId, {});
    if (!result.ok) return;
    toast("Client id rotated");
    close();
  }

  return (
    <>
      <Button tone="secondary" onClick={() => setAsked(true)}>
        <RefreshCw aria-hidden className="size-4" />
        Rotate client id
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Rotate the client id?"
          act="Rotate client id"
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void rotate()}
          onClose={close}
        >
          <p>
            Requests with the current client id are refused immediately. Users can’t sign in until
            you deploy your pages and apps with the new one.
          </p>
          {!isRequired && (
            <p>Requests without a client id still work, because this tenancy doesn’t require it.</p>
          )}
        </ConfirmDialog>
      )}
    </>
  );
}
