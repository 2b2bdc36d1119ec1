"use client";

import { useState } from "react";
import { toast } from "sonner";
import { confirmSender } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface Props {
  tenancyId: string;
  domain: string;
  mailSender: string;
}

/** Shown to system owners. */
export function ConfirmSender({ tenancyId, domain, mailSender }: Props) {
  const { run, isPending, failure } = useAction(confirmSender, `confirm ${domain}`);
  const [isAsked, setAsked] = useState(false);

  async function confirm() {
    if (!(await run(tenancyId, { domain })).ok) return;
    setAsked(false);
    toast(`Email now comes from ${mailSender}`);
  }

  return (
    <>
      <Button tone="secondary" aria-label={`Confirm ${domain}`} onClick={() => setAsked(true)}>
        Confirm
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Confirm ${domain}?`}
          act="Confirm domain"
          tone="primary"
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void confirm()}
          onClose={() => setAsked(false)}
        >
          <p>
            Email from this tenancy will come from{" "}
            <strong className="font-medium break-all">{mailSender}</strong>. Recipients can’t tell
            it from email by the owner of {domain}, so make sure that the tenancy may use the
            domain.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
