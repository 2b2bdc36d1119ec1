"use client";

import { RefreshCw } from "lucide-react";
import { useState } from "react";
import { rotateSecret } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/actions";
import { SecretShown } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/secret-shown";
import { overlapChoices, usualOverlap } from "@/app/console/overlap-choices";
import { pageAction } from "@/app/console/palette/page-action";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";

const overlaps = overlapChoices("the former secret leaked");

interface Props {
  tenancyId: string;
  webhook: { id: string; name: string };
}

function RotateDialog({
  tenancyId,
  webhook: { id, name },
  onClose,
}: Props & { onClose: () => void }) {
  const { run, isPending, failure } = useAction(rotateSecret, `rotate the secret of “${name}”`);
  const [overlap, setOverlap] = useState(usualOverlap);
  const [secret, setSecret] = useState<string>();

  async function rotate() {
    const result = await run(tenancyId, { id, overlapMs: Number(overlap) });
    if (result.ok) setSecret(result.value.secret);
  }

  // The secret is shown only once, so Escape must not close the dialog.
  if (secret !== undefined)
    return (
      <Dialog title={`New secret of “${name}”`} onClose={() => undefined}>
        <SecretShown secret={secret} />
        <Button onClick={onClose}>I’ve stored the secret</Button>
      </Dialog>
    );
  return (
    <Dialog title={`Rotate the secret of “${name}”?`} onClose={onClose}>
      <p className="text-pretty text-quiet">
        Creates a new secret. During the overlap, both secrets sign each event, so that you can
        deploy the new one without a failed check.
      </p>
      <SelectField
        label="The former secret also signs for"
        choices={overlaps}
        value={overlap}
        onChange={({ target }) => setOverlap(target.value)}
        error={failure?.issues?.[0]?.message}
      />
      {failure && failure.issues === undefined && <Notice tone="error" title={failure.message} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button tone="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button pending={isPending} onClick={() => void rotate()}>
          Rotate secret
        </Button>
      </div>
    </Dialog>
  );
}

export function RotateSecret(props: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button {...pageAction("webhook.rotate")} tone="secondary" onClick={() => setOpen(true)}>
        <RefreshCw aria-hidden className="size-4" />
        Rotate secret…
      </Button>
      {isOpen && <RotateDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
