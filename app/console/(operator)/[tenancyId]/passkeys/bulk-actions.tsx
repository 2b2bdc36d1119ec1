"use client";

import { Ban, Trash2 } from "lucide-react";
import { useState } from "react";
import { toast } from "sonner";
import { deletePasskeys } from "@/app/console/(operator)/[tenancyId]/passkeys/actions";
import { ReasonDialog } from "@/app/console/reason-dialog";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { DisablePasskeysDialog, ofAnyUser } from "./disable-passkeys-dialog";
import { useSelection } from "./selection";

const countOf = (count: number): string => (count === 1 ? "1 passkey" : `${count} passkeys`);

interface Props {
  tenancyId: string;
  may: { disable: boolean; delete: boolean };
}

/**
 * Actions on the selected rows, at the bottom of the screen while rows are selected. They are the end
 * of the list, so that selecting a row moves nothing above.
 */
export function BulkActions({ tenancyId, may }: Props) {
  const { chosen, choose } = useSelection();
  const { run, isPending, failure, issueOf, clear } = useAction(
    deletePasskeys,
    (_, { passkeyIds: deleted }) => `delete ${countOf(deleted.length)}`,
  );
  const [asking, setAsking] = useState<"disable" | "delete">();
  const passkeyIds = [...chosen];
  const isNone = passkeyIds.length === 0;

  function close(): void {
    setAsking(undefined);
    clear();
  }

  async function confirmDelete(reason: string): Promise<void> {
    const result = await run(tenancyId, { passkeyIds, reason });
    if (!result.ok) return;
    const { deleted, missing } = result.value;
    toast(
      `${countOf(deleted)} deleted.${missing.length === 0 ? "" : ` ${countOf(missing.length)} had already been deleted.`}`,
    );
    choose([]);
    close();
  }

  return (
    <div
      className={
        isNone
          ? "sr-only"
          : "sticky bottom-3 z-10 flex flex-wrap items-center gap-2 rounded-xl border border-line " +
            "bg-surface p-2 pl-4 shadow-xl"
      }
    >
      <p aria-live="polite" className="mr-auto text-sm">
        {isNone ? "" : `${countOf(passkeyIds.length)} selected`}
      </p>
      {!isNone && may.disable && (
        <Button tone="secondary" onClick={() => setAsking("disable")}>
          <Ban aria-hidden className="size-4" />
          Disable
        </Button>
      )}
      {!isNone && may.delete && (
        <Button tone="secondary" className="!text-danger" onClick={() => setAsking("delete")}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      )}
      {asking === "disable" && (
        <DisablePasskeysDialog
          tenancyId={tenancyId}
          mayEnable
          passkeyIds={passkeyIds}
          onDone={() => choose([])}
          onClose={close}
        />
      )}
      {asking === "delete" && (
        <ReasonDialog
          title={`Delete ${countOf(passkeyIds.length)}?`}
          act={`Delete ${countOf(passkeyIds.length)}`}
          typed={{ label: `Type ${passkeyIds.length} to confirm`, text: String(passkeyIds.length) }}
          isPending={isPending}
          failure={failure}
          reasonError={issueOf("reason")}
          onConfirm={(reason) => void confirmDelete(reason)}
          onClose={close}
        >
          <p>Users can no longer sign in with them. This can’t be undone. {ofAnyUser}</p>
          <p>
            Devices keep offering the passkeys until your application signals the deletion, or until
            a user tries one.
          </p>
        </ReasonDialog>
      )}
    </div>
  );
}
