"use client";

import { useState } from "react";
import { toast } from "sonner";
import { withdrawSender } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface Props {
  tenancyId: string;
  domain: string;
  installationSender: string;
}

/** Shown to system owners. */
export function WithdrawSender({ tenancyId, domain, installationSender }: Props) {
  const { run, isPending, failure } = useAction(withdrawSender, `withdraw ${domain}`);
  const [isAsked, setAsked] = useState(false);

  async function withdraw() {
    if (!(await run(tenancyId, { domain })).ok) return;
    setAsked(false);
    toast(`Email now comes from ${installationSender}`);
  }

  return (
    <>
      <Button tone="secondary" aria-label={`Withdraw ${domain}`} onClick={() => setAsked(true)}>
        Withdraw
      </Button>
      {isAsked && (
        <ConfirmDialog
          title={`Withdraw ${domain}?`}
          act="Withdraw domain"
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void withdraw()}
          onClose={() => setAsked(false)}
        >
          <p>
            Email from this tenancy will come from {installationSender} immediately, until a system
            owner confirms the domain again.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
