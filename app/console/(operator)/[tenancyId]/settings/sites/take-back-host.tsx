"use client";

import { useState } from "react";
import { toast } from "sonner";
import { takeBackHost } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

export function TakeBackHost({ tenancyId, host }: { tenancyId: string; host: string }) {
  const { run, isPending, failure } = useAction(takeBackHost, `withdraw ${host}`);
  const [isAsked, setAsked] = useState(false);

  async function takeBack() {
    if ((await run(tenancyId, { host })).ok)
      toast(`Keystead no longer serves the file for ${host}`);
  }

  return (
    <>
      <Button tone="secondary" aria-label={`Withdraw ${host}`} onClick={() => setAsked(true)}>
        Withdraw
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Withdraw ${host}?`}
          act="Withdraw host"
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void takeBack()}
          onClose={() => setAsked(false)}
        >
          <p>
            Pages on your other domains can no longer use the passkeys of {host}. Browsers may cache
            the file for some minutes.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
