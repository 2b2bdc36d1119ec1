"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { removeTenancy } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { DetailsList } from "@/components/ui/details-list";

interface Props {
  tenancyId: string;
  name: string;
  /** Counts of what is deleted with the tenancy. */
  losses: readonly { label: string; count: string }[];
}

export function DeleteCard({ tenancyId, name, losses }: Props) {
  const { run, isPending, failure, clear } = useAction(removeTenancy);
  const [isAsked, setAsked] = useState(false);
  const list = (
    <DetailsList
      rows={losses.map(
        ({ label, count }) =>
          [
            label,
            <span key={label} className="text-ink tabular-nums">
              {count}
            </span>,
          ] as const,
      )}
    />
  );

  async function remove() {
    // Replaces the page, because the tenancy no longer exists.
    if ((await run(tenancyId, { name })).ok) window.location.replace("/console/tenancies");
  }

  return (
    <Card
      title="Delete"
      description="Deletes the tenancy with everything in it, for good. Only its audit log stays."
      action={
        <Button tone="danger" onClick={() => setAsked(true)}>
          <Trash2 aria-hidden className="size-4" />
          Delete …
        </Button>
      }
    >
      {list}
      {isAsked && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          act="Delete tenancy"
          typed={{ label: `Type ${name} to go on`, text: name }}
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void remove()}
          onClose={() => {
            setAsked(false);
            clear();
          }}
        >
          <p>
            These go with it, at once and for good. People cannot sign in any more, and their
            passkeys cannot be brought back by making a tenancy of the same name.
          </p>
          {list}
        </ConfirmDialog>
      )}
    </Card>
  );
}
