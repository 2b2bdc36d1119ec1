"use client";

import { Pencil, TimerOff, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { toast } from "sonner";
import { deletePasskeys } from "@/app/console/(operator)/[tenancyId]/passkeys/actions";
import type { Disabling } from "@/app/console/(operator)/[tenancyId]/passkeys/enable-passkey-dialog";
import { EnabledButton } from "@/app/console/(operator)/[tenancyId]/passkeys/enabled-button";
import type { RemainingWays } from "@/app/console/(operator)/[tenancyId]/passkeys/remaining-ways";
import { RemainingWords } from "@/app/console/(operator)/[tenancyId]/passkeys/remaining-words";
import { pageAction } from "@/app/console/palette/page-action";
import { ReasonDialog } from "@/app/console/reason-dialog";
import { useAction } from "@/app/console/use-action";
import { Breakable } from "@/components/ui/breakable";
import { Button } from "@/components/ui/button";
import { EndQuarantineDialog } from "./end-quarantine-dialog";
import { RenameDialog } from "./rename-dialog";

interface Props {
  tenancyId: string;
  passkeyId: string;
  username: string;
  /** The user's email, name or id. */
  owner: string;
  /** Such as "the Apple Passwords passkey of ada@example.com". */
  subject: string;
  isEnabled: boolean;
  /** What the user keeps without the passkey. Undefined if this session may neither disable nor delete it. */
  remaining: RemainingWays | undefined;
  /** As for the button that enables it. */
  disabling: Disabling | undefined;
  /** In ms; undefined when the passkey is not in quarantine. */
  quarantinedUntil: number | undefined;
  may: {
    disable: boolean;
    enable: boolean;
    endQuarantine: boolean;
    rename: boolean;
    delete: boolean;
  };
}

export function PasskeyActions({
  tenancyId,
  passkeyId,
  username,
  owner,
  subject,
  isEnabled,
  remaining,
  disabling,
  quarantinedUntil,
  may,
}: Props) {
  const router = useRouter();
  const deletion = useAction(deletePasskeys, `delete ${subject}`);
  const [asking, setAsking] = useState<"end-quarantine" | "rename" | "delete">();

  function close(): void {
    setAsking(undefined);
    deletion.clear();
  }

  async function confirmDelete(reason: string): Promise<void> {
    const result = await deletion.run(tenancyId, { passkeyIds: [passkeyId], reason });
    if (!result.ok) return;
    toast("1 passkey deleted.");
    router.push(`/console/${tenancyId}/passkeys`);
  }

  return (
    <>
      {may.endQuarantine && quarantinedUntil !== undefined && (
        <Button
          {...pageAction("passkey.end-quarantine")}
          tone="secondary"
          onClick={() => setAsking("end-quarantine")}
        >
          <TimerOff aria-hidden className="size-4" />
          End quarantine
        </Button>
      )}
      <EnabledButton {...{ tenancyId, passkeyId, subject, isEnabled, remaining, disabling, may }} />
      {may.rename && (
        <Button
          {...pageAction("passkey.rename")}
          tone="secondary"
          onClick={() => setAsking("rename")}
        >
          <Pencil aria-hidden className="size-4" />
          Rename
        </Button>
      )}
      {may.delete && (
        <Button
          {...pageAction("passkey.delete")}
          tone="secondary"
          className="!text-danger"
          onClick={() => setAsking("delete")}
        >
          <Trash2 aria-hidden className="size-4" />
          Delete
        </Button>
      )}
      {asking === "end-quarantine" && (
        <EndQuarantineDialog {...{ tenancyId, passkeyId, owner, subject }} onClose={close} />
      )}
      {asking === "rename" && (
        <RenameDialog {...{ tenancyId, passkeyId, subject, username }} onClose={close} />
      )}
      {asking === "delete" && (
        <ReasonDialog
          title={`Delete ${subject}?`}
          act="Delete passkey"
          isPending={deletion.isPending}
          failure={deletion.failure}
          reasonError={deletion.issueOf("reason")}
          onConfirm={(reason) => void confirmDelete(reason)}
          onClose={close}
        >
          <p>
            <strong className="text-ink">
              <Breakable text={owner} />
            </strong>{" "}
            can no longer sign in with this passkey. This can’t be undone.
          </p>
          {remaining && <RemainingWords {...remaining} />}
          <p>
            The device keeps offering it until your application signals the deletion, or until the
            user tries it.
          </p>
        </ReasonDialog>
      )}
    </>
  );
}
