"use client";

import { RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import {
  removeChallenge,
  retryChallengeDelivery,
} from "@/app/console/(operator)/[tenancyId]/challenges/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface Props {
  tenancyId: string;
  challenge: { id: string; email: string };
  may: { retry: boolean; delete: boolean };
}

export function ChallengeActions({ tenancyId, challenge: { id, email }, may }: Props) {
  const retry = useAction(retryChallengeDelivery);
  const removal = useAction(removeChallenge);
  const [isAsking, setAsking] = useState(false);

  async function sendAgain() {
    const result = await retry.run(tenancyId, { challengeId: id });
    if (result.ok)
      toast(
        result.value.isDueNow ? "The mail is being sent now." : "The mail is on its way already.",
      );
  }

  async function remove() {
    const result = await removal.run(tenancyId, { challengeId: id });
    if (!result.ok) return;
    setAsking(false);
    toast("The code is good for nothing now.");
  }

  return (
    <>
      {may.retry && (
        <Button tone="secondary" pending={retry.isPending} onClick={() => void sendAgain()}>
          <RotateCw aria-hidden className="size-4" />
          Send the mail now
        </Button>
      )}
      {may.delete && (
        <Button tone="secondary" onClick={() => setAsking(true)}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      )}
      {retry.failure && (
        <p role="alert" className="basis-full text-sm text-danger">
          {retry.failure.message}
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title="Delete this challenge?"
          act="Delete challenge"
          isPending={removal.isPending}
          failure={removal.failure?.message}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        >
          The code that went to <strong className="font-medium break-all text-ink">{email}</strong>{" "}
          will not work any more. Whoever needs one has to ask for another.
        </ConfirmDialog>
      )}
    </>
  );
}
