"use client";

import { CirclePause, CirclePlay } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { setSuspended } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";

interface Props {
  tenancyId: string;
  name: string;
  /** Epoch milliseconds. Null if the tenancy is active. */
  suspendedAt: number | null;
}

export function SuspendCard({ tenancyId, name, suspendedAt }: Props) {
  const { run, isPending, failure, clear } = useAction(
    setSuspended,
    `${suspendedAt === null ? "suspend" : "resume"} ${name}`,
  );
  const [isAsked, setAsked] = useState(false);

  async function set(isSuspended: boolean) {
    const result = await run(tenancyId, { isSuspended });
    if (!result.ok) return;
    setAsked(false);
    toast(isSuspended ? `${name} suspended` : `${name} resumed`, {
      action: { label: "Undo", onClick: () => void set(!isSuspended) },
    });
  }

  if (suspendedAt !== null)
    return (
      <Card
        title="Suspended"
        description={
          <>
            Since <LocalTime at={suspendedAt} />. Users can’t sign in, and API keys are refused. No
            data is deleted.
          </>
        }
        action={
          <Button pending={isPending} onClick={() => void set(false)}>
            <CirclePlay aria-hidden className="size-4" />
            Resume
          </Button>
        }
      >
        {failure && <Notice tone="error" title={failure.message} />}
      </Card>
    );
  return (
    <Card
      title="Suspend"
      description={
        "Refuses all sign-ins and API keys immediately. No data is deleted, and you can resume " +
        "at any time."
      }
      action={
        <Button tone="secondary" onClick={() => setAsked(true)}>
          <CirclePause aria-hidden className="size-4" />
          Suspend tenancy…
        </Button>
      }
    >
      {isAsked && (
        <ConfirmDialog
          title={`Suspend ${name}?`}
          act="Suspend tenancy"
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void set(true)}
          onClose={() => {
            setAsked(false);
            clear();
          }}
        >
          <p>
            Users can’t sign in to {name}, queued emails are dropped, and API keys are refused until
            you resume it.
          </p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
