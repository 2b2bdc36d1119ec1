"use client";

import { MailPlus } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { replaceCode } from "@/app/console/(operator)/[tenancyId]/challenges/actions";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface Props {
  tenancyId: string;
  challenge: { id: string; email: string };
  /** Default: the page's main action. */
  tone?: "primary" | "secondary";
  onSent: () => void;
}

/** Sends a new code for a challenge after asking. */
export function ReplaceCode({ tenancyId, challenge, tone = "primary", onSent }: Props) {
  const { id, email } = challenge;
  const replacement = useAction(replaceCode);
  const [isAsking, setAsking] = useState(false);

  async function replace() {
    const result = await replacement.run(tenancyId, { challengeId: id });
    if (!result.ok) return;
    setAsking(false);
    onSent();
    toast("New code sent");
  }

  return (
    <>
      <Button {...pageAction("code.replace")} tone={tone} onClick={() => setAsking(true)}>
        <MailPlus aria-hidden className="size-4" />
        Send a new code
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Send a new code to ${email}?`}
          act="Send a new code"
          tone="primary"
          isPending={replacement.isPending}
          failure={replacement.failure?.message}
          onConfirm={() => void replace()}
          onClose={() => setAsking(false)}
        >
          <strong className="font-medium break-all text-ink">{email}</strong> gets a new code. The
          user enters it on the page where they requested the first one, before it expires. The
          first code stops working.
        </ConfirmDialog>
      )}
    </>
  );
}
