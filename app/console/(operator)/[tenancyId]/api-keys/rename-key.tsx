"use client";

import { useState } from "react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { TextField } from "@/components/ui/text-field";
import { renameKey } from "./actions";

interface Props {
  tenancyId: string;
  apiKey: { id: string; name: string };
  onClose: () => void;
}

export function RenameKey({ tenancyId, apiKey: { id, name: before }, onClose }: Props) {
  const { run, isPending, failure, issueOf } = useAction(renameKey, `rename the key “${before}”`);
  const [name, setName] = useState(before);

  async function save(): Promise<void> {
    const result = await run(tenancyId, { id, name });
    if (!result.ok) return;
    toast(`“${before}” is now “${name.trim()}”`);
    onClose();
  }

  return (
    <Dialog title={`Rename “${before}”`} onClose={onClose}>
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
          label="Name"
          isRequired
          value={name}
          onChange={(event) => setName(event.target.value)}
          hint="The key itself, its scopes and its expiry stay the same."
          maxLength={100}
          error={issueOf("name")}
          autoComplete="off"
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
