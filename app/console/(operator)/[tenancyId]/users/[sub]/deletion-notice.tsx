"use client";

import { toast } from "sonner";
import { cancelUserDeletion } from "@/app/console/(operator)/[tenancyId]/users/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import type { RequestedAccountDeletion } from "@/lib/domain/user/deletion/find-pending-deletion";

interface Props {
  tenancyId: string;
  sub: string;
  /** The user's title on the page. */
  title: string;
  deletion: RequestedAccountDeletion;
  mayCancel: boolean;
}

/** Says that the user deleted the account, and until when it can be undone. */
export function DeletionNotice({ tenancyId, sub, title, deletion, mayCancel }: Props) {
  const { requestedAt, dueAt, staysDisabled } = deletion;
  const cancelling = useAction(cancelUserDeletion, `cancel the deletion of ${title}`);

  async function cancel(): Promise<void> {
    const result = await cancelling.run(tenancyId, { sub });
    if (result.ok)
      toast(
        staysDisabled
          ? `The deletion is cancelled. ${title} is still disabled.`
          : `The deletion is cancelled. ${title} can sign in again.`,
      );
    else if (result.needs === undefined) toast.error(result.error.message);
  }

  return (
    <Notice tone="warning" title="Deletion requested">
      <p>
        The user asked for it on <LocalTime at={requestedAt} precision="full" />. Keystead erases
        the user on <LocalTime at={dueAt} precision="full" />. Until then, the link in the user’s
        email undoes it.
        {staysDisabled && " The user was disabled since, and stays so if it is undone."}
      </p>
      {mayCancel && (
        <Button
          tone="secondary"
          className="mt-3"
          pending={cancelling.isPending}
          onClick={() => void cancel()}
        >
          Cancel deletion
        </Button>
      )}
    </Notice>
  );
}
