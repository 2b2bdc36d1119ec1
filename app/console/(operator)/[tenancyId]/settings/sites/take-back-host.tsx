"use client";

import { useState } from "react";
import { toast } from "sonner";
import { takeBackHost } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

export function TakeBackHost({ tenancyId, host }: { tenancyId: string; host: string }) {
  const { run, isPending, failure } = useAction(takeBackHost);
  const [isAsked, setAsked] = useState(false);

  async function takeBack() {
    if ((await run(tenancyId, { host })).ok) toast(`${host} names no origins any more`);
  }

  return (
    <>
      <Button tone="secondary" aria-label={`Take back ${host}`} onClick={() => setAsked(true)}>
        Take back
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Take back ${host}?`}
          act="Take back"
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void takeBack()}
          onClose={() => setAsked(false)}
        >
          <p>
            Pages on your other domains can no longer use the passkeys of {host}. Browsers may
            remember the file for some minutes.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
