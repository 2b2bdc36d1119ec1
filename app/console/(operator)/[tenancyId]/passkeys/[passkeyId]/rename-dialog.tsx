"use client";

import { useState } from "react";
import { toast } from "sonner";
import { renamePasskey } from "@/app/console/(operator)/[tenancyId]/passkeys/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";

interface Props {
  tenancyId: string;
  passkeyId: string;
  /** Such as "the Apple Passwords passkey of ada@example.com". */
  subject: string;
  username: string;
  onClose: () => void;
}

export function RenameDialog({ tenancyId, passkeyId, subject, username, onClose }: Props) {
  const { run, isPending, failure, issueOf } = useAction(renamePasskey);
  const [name, setName] = useState(username);

  async function save(): Promise<void> {
    const result = await run(tenancyId, { passkeyId, username: name });
    if (!result.ok) return;
    toast("Passkey renamed.");
    onClose();
  }

  return (
    <Dialog title={`Rename ${subject}`} onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
        <TextField
          label="Username"
          isRequired
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint={
            "The user’s device shows the old name until your application updates it at the user’s " +
            "next visit."
          }
          error={issueOf("username")}
          autoComplete="off"
          spellCheck={false}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button tone="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" pending={isPending}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
