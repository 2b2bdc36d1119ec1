"use client";

import { Ban, Pencil, RotateCcw, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { deletePasskeys } from "@/app/console/(operator)/[tenancyId]/passkeys/actions";
import { DisablePasskeysDialog } from "@/app/console/(operator)/[tenancyId]/passkeys/disable-dialog";
import { useEnabled } from "@/app/console/(operator)/[tenancyId]/passkeys/use-enabled";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { RenameDialog } from "./rename-dialog";

interface Props {
  tenancyId: string;
  passkeyId: string;
  username: string;
  isEnabled: boolean;
  may: { disable: boolean; enable: boolean; rename: boolean; delete: boolean };
}

export function PasskeyActions({ tenancyId, passkeyId, username, isEnabled, may }: Props) {
  const router = useRouter();
  const enabling = useEnabled({ tenancyId, mayUndo: true });
  const deletion = useAction(deletePasskeys);
  const [asking, setAsking] = useState<"disable" | "rename" | "delete">();

  function close(): void {
    setAsking(undefined);
    deletion.clear();
  }

  async function enable(): Promise<void> {
    await enabling.change({ passkeyIds: [passkeyId], enabled: true });
  }

  async function confirmDelete(): Promise<void> {
    const result = await deletion.run(tenancyId, { passkeyIds: [passkeyId] });
    if (!result.ok) return;
    toast("1 passkey deleted.");
    router.push(`/console/${tenancyId}/passkeys`);
  }

  return (
    <>
      {may.disable && isEnabled && (
        <Button tone="secondary" onClick={() => setAsking("disable")}>
          <Ban aria-hidden className="size-4" />
          Disable
        </Button>
      )}
      {may.enable && !isEnabled && (
        <Button tone="secondary" pending={enabling.isPending} onClick={() => void enable()}>
          <RotateCcw aria-hidden className="size-4" />
          Enable
        </Button>
      )}
      {may.rename && (
        <Button tone="secondary" onClick={() => setAsking("rename")}>
          <Pencil aria-hidden className="size-4" />
          Rename
        </Button>
      )}
      {may.delete && (
        <Button tone="secondary" className="!text-danger" onClick={() => setAsking("delete")}>
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      )}
      {asking === "disable" && (
        <DisablePasskeysDialog
          tenancyId={tenancyId}
          mayEnable={may.enable}
          passkeyIds={[passkeyId]}
          what={`the passkey “${username}”`}
          onClose={close}
        />
      )}
      {asking === "rename" && (
        <RenameDialog
          tenancyId={tenancyId}
          passkeyId={passkeyId}
          username={username}
          onClose={close}
        />
      )}
      {asking === "delete" && (
        <ConfirmDialog
          title="Delete this passkey?"
          act="Delete passkey"
          isPending={deletion.isPending}
          failure={deletion.failure?.message}
          onConfirm={() => void confirmDelete()}
          onClose={close}
        >
          <p>
            The user can no longer sign in with the passkey{" "}
            <strong className="break-all text-ink">{username}</strong>. This can’t be undone. The
            user and their other passkeys stay.
          </p>
          <p>
            The device keeps offering it until your application signals the deletion, or until the
            user tries it.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
