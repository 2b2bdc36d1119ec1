"use client";

import { toast } from "sonner";
import { endPasskeyQuarantine } from "@/app/console/(operator)/[tenancyId]/passkeys/actions";
import { ReasonDialog } from "@/app/console/reason-dialog";
import { useAction } from "@/app/console/use-action";
import { Breakable } from "@/components/ui/breakable";

interface Props {
  tenancyId: string;
  passkeyId: string;
  /** The user's email, name or id. */
  owner: string;
  /** Such as "the Apple Passwords passkey of ada@example.com". */
  subject: string;
  onClose: () => void;
}

/** Lets a passkey sign in before its quarantine ends. */
export function EndQuarantineDialog({ tenancyId, passkeyId, owner, subject, onClose }: Props) {
  const { run, isPending, failure, issueOf } = useAction(
    endPasskeyQuarantine,
    `end the quarantine of ${subject}`,
  );

  async function confirm(reason: string): Promise<void> {
    const result = await run(tenancyId, { passkeyId, reason });
    if (!result.ok) return;
    toast(result.value.isChanged ? "Quarantine ended." : "The quarantine had already ended.");
    onClose();
  }

  return (
    <ReasonDialog
      title={`End the quarantine of ${subject}?`}
      act="End quarantine"
      {...{ isPending, failure, onClose }}
      reasonError={issueOf("reason")}
      onConfirm={(reason) => void confirm(reason)}
    >
      <p>
        <strong className="text-ink">
          <Breakable text={owner} />
        </strong>{" "}
        can sign in with this passkey immediately. First make sure that the user added it: a script
        in your application’s page could have done so.
      </p>
    </ReasonDialog>
  );
}
