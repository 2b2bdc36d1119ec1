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
  const { run, isPending, failure, clear } = useAction(removeTenancy, `delete ${name}`);
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
      description="Permanently deletes the tenancy and everything in it, except its audit log."
      action={
        <Button tone="danger" onClick={() => setAsked(true)}>
          <Trash2 aria-hidden className="size-4" />
          Delete tenancy…
        </Button>
      }
    >
      {list}
      {isAsked && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          act="Delete tenancy"
          typed={{ label: `Type ${name} to confirm`, text: name }}
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void remove()}
          onClose={() => {
            setAsked(false);
            clear();
          }}
        >
          <p>
            This permanently deletes the following. Users can’t sign in any more, and a new tenancy
            with the same name doesn’t restore their passkeys.
          </p>
          {list}
        </ConfirmDialog>
      )}
    </Card>
  );
}
