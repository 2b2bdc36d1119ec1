"use client";

import { Ban, RotateCcw, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import {
  disableUser,
  enableUser,
  eraseUser,
} from "@/app/console/(operator)/[tenancyId]/users/actions";
import { DownloadButton } from "@/app/console/download-button";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";

interface Props {
  tenancyId: string;
  sub: string;
  /** The user's title on the page. */
  title: string;
  isDisabled: boolean;
  passkeys: number;
  may: { disable: boolean; enable: boolean; erase: boolean; export: boolean };
}

export function UserActions({ tenancyId, sub, title, isDisabled, passkeys, may }: Props) {
  const router = useRouter();
  const disabling = useAction(disableUser);
  const enabling = useAction(enableUser);
  const erasure = useAction(eraseUser);
  const [isErasing, setErasing] = useState(false);

  async function set(disabled: boolean, isUndo = false): Promise<void> {
    const result = await (disabled ? disabling : enabling).run(tenancyId, { sub });
    if (!result.ok) return void (result.needs === undefined && toast.error(result.error.message));
    const undo =
      isUndo || !may.enable
        ? {}
        : { action: { label: "Undo", onClick: () => void set(!disabled, true) } };
    toast(
      disabled ? `${title} is disabled and cannot sign in.` : `${title} can sign in again.`,
      undo,
    );
  }

  async function confirm(): Promise<void> {
    const result = await erasure.run(tenancyId, { sub });
    if (!result.ok) return;
    toast(`${title} is erased.`);
    router.push(`/console/${tenancyId}/users`);
  }

  return (
    <>
      {(isDisabled ? may.enable : may.disable) && (
        <Button
          tone="secondary"
          pending={disabling.isPending || enabling.isPending}
          onClick={() => void set(!isDisabled)}
        >
          {isDisabled ? (
            <RotateCcw aria-hidden className="size-4" />
          ) : (
            <Ban aria-hidden className="size-4" />
          )}
          {isDisabled ? "Enable" : "Disable"}
        </Button>
      )}
      {may.export && (
        <DownloadButton href={`/console/${tenancyId}/users/${sub}/export`}>Export</DownloadButton>
      )}
      {may.erase && (
        <Button tone="secondary" className="!text-danger" onClick={() => setErasing(true)}>
          <Trash2 aria-hidden className="size-4" />
          Erase
        </Button>
      )}
      {isErasing && (
        <ConfirmDialog
          title="Erase this person?"
          act="Erase for good"
          typed={{ label: "Type erase to go on", text: "erase" }}
          isPending={erasure.isPending}
          failure={erasure.failure?.message}
          onConfirm={() => void confirm()}
          onClose={() => setErasing(false)}
        >
          <p>
            All that is kept of <strong className="break-all text-ink">{title}</strong> goes: names,
            email, {passkeys === 1 ? "1 passkey" : `${passkeys} passkeys`}, mailbox codes and mails.
            It cannot be undone.
          </p>
          <p>
            The audit log keeps ids, which tell nobody’s name. Their devices go on showing the
            passkeys until the person removes them there, or a sign-in with one fails.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
