"use client";

import { MailPlus, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import {
  removeChallenge,
  replaceCode,
} from "@/app/console/(operator)/[tenancyId]/challenges/actions";
import { RetryNow } from "@/app/console/(operator)/[tenancyId]/challenges/retry-now";
import { useAction } from "@/app/console/use-action";
import { useRefreshWhile } from "@/app/console/use-refresh-while";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface Props {
  tenancyId: string;
  challenge: { id: string; email: string; isDelivering: boolean };
  may: { retry: boolean; replace: boolean; delete: boolean };
}

const emailLook = "font-medium break-all text-ink";

export function ChallengeActions({ tenancyId, challenge, may }: Props) {
  const { id, email } = challenge;
  // The email is sent after the action, so the page follows it.
  const follow = useRefreshWhile(challenge.isDelivering);
  const replacement = useAction(replaceCode);
  const removal = useAction(removeChallenge, `delete the code to ${email}`);
  const [asked, setAsked] = useState<"replace" | "delete">();

  async function replace() {
    const result = await replacement.run(tenancyId, { challengeId: id });
    if (!result.ok) return;
    setAsked(undefined);
    follow();
    toast("New code sent");
  }

  async function remove() {
    const result = await removal.run(tenancyId, { challengeId: id });
    if (!result.ok) return;
    setAsked(undefined);
    toast("Code deleted");
  }

  return (
    <>
      {may.retry && <RetryNow tenancyId={tenancyId} challengeId={id} />}
      {may.replace && (
        <Button onClick={() => setAsked("replace")}>
          <MailPlus aria-hidden className="size-4" />
          Send a new code
        </Button>
      )}
      {may.delete && (
        <Button tone="secondary" onClick={() => setAsked("delete")}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      )}
      {asked === "replace" && (
        <ConfirmDialog
          title={`Send a new code to ${email}?`}
          act="Send a new code"
          tone="primary"
          isPending={replacement.isPending}
          failure={replacement.failure?.message}
          onConfirm={() => void replace()}
          onClose={() => setAsked(undefined)}
        >
          <strong className={emailLook}>{email}</strong> gets a new code. The user enters it on the
          page where they requested the first one, before it expires. The first code stops working.
        </ConfirmDialog>
      )}
      {asked === "delete" && (
        <ConfirmDialog
          title={`Delete the code to ${email}?`}
          act="Delete code"
          isPending={removal.isPending}
          failure={removal.failure?.message}
          onConfirm={() => void remove()}
          onClose={() => setAsked(undefined)}
        >
          The code sent to <strong className={emailLook}>{email}</strong> stops working. The user
          has to request a new one.
        </ConfirmDialog>
      )}
    </>
  );
}
