"use client";

import { useState } from "react";
import { overlapChoices, usualOverlap } from "@/app/console/overlap-choices";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import type { ActedKey } from "./acted-key";
import { rotateKey } from "./actions";
import { KeyIdentity } from "./key-identity";
import { type KeyPlace, KeyShown } from "./key-shown";

const overlaps = overlapChoices("it is refused immediately");

interface Props {
  place: KeyPlace;
  apiKey: ActedKey;
  onClose: () => void;
}

export function RotateDialog({ place, apiKey, onClose }: Props) {
  const { id, name, start } = apiKey;
  const { run, isPending, failure } = useAction(rotateKey, `rotate the key “${name}”`);
  const [overlap, setOverlap] = useState(usualOverlap);
  const [made, setMade] = useState<string>();

  async function rotate() {
    const result = await run(place.tenancyId, { id, overlapMs: Number(overlap) });
    if (result.ok) setMade(result.value.key);
  }

  // The key is shown only once, so Escape must not close the dialog.
  if (made !== undefined)
    return (
      <Dialog title={`New key for “${name}”`} onClose={() => undefined}>
        <KeyShown apiKey={made} place={place} />
        <Button onClick={onClose}>I’ve stored the key</Button>
      </Dialog>
    );
  return (
    <Dialog title={`Rotate “${name}”?`} onClose={onClose}>
      <div className="text-quiet">
        <KeyIdentity apiKey={apiKey} />
      </div>
      <p className="text-pretty text-quiet">
        Creates a new key with the same name, scopes and lifetime. Both keys work during the
        overlap, so that you can deploy the new one without failed requests.
      </p>
      <SelectField
        label={`${start}_… still works for`}
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
          Rotate key
        </Button>
      </div>
    </Dialog>
  );
}
