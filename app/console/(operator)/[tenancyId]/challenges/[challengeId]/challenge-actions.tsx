"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { removeChallenge } from "@/app/console/(operator)/[tenancyId]/challenges/actions";
import { ReplaceCode } from "@/app/console/(operator)/[tenancyId]/challenges/replace-code";
import { RetryNow } from "@/app/console/(operator)/[tenancyId]/challenges/retry-now";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { useRefreshWhile } from "@/app/console/use-refresh-while";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface Props {
  tenancyId: string;
  challenge: { id: string; email: string; isDelivering: boolean };
  may: { retry: boolean; replace: boolean; delete: boolean };
}

export function ChallengeActions({ tenancyId, challenge, may }: Props) {
  const { id, email } = challenge;
  // The email is sent after the action, so the page follows it.
  const follow = useRefreshWhile(challenge.isDelivering);
  const removal = useAction(removeChallenge, `delete the code to ${email}`);
  const [isDeleting, setDeleting] = useState(false);

  async function remove() {
    const result = await removal.run(tenancyId, { challengeId: id });
    if (!result.ok) return;
    setDeleting(false);
    toast("Code deleted");
  }

  return (
    <>
      {may.retry && <RetryNow tenancyId={tenancyId} challengeId={id} isMissing />}
      {may.replace && <ReplaceCode {...{ tenancyId, challenge }} onSent={follow} />}
      {may.delete && (
        <Button {...pageAction("code.delete")} tone="secondary" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={`Delete the code to ${email}?`}
          act="Delete code"
          isPending={removal.isPending}
          failure={removal.failure?.message}
          onConfirm={() => void remove()}
          onClose={() => setDeleting(false)}
        >
          The code sent to <strong className="font-medium break-all text-ink">{email}</strong> stops
          working. The user has to request a new one.
        </ConfirmDialog>
      )}
    </>
  );
}
