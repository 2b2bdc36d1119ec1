"use client";

import { useState } from "react";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Notice } from "@/components/ui/notice";
import { SelectField } from "@/components/ui/select-field";
import { rotateKey } from "./actions";
import { KeyShown, type KeyPlace } from "./key-shown";

const hourMs = 3_600_000;
const overlaps = [
  { value: String(24 * hourMs), label: "One day" },
  { value: String(hourMs), label: "One hour" },
  { value: String(3 * 24 * hourMs), label: "Three days" },
  { value: String(7 * 24 * hourMs), label: "Seven days" },
  { value: "0", label: "None: it is refused at once" },
];

interface Props {
  place: KeyPlace;
  apiKey: { id: string; name: string; start: string };
  onClose: () => void;
}

export function RotateDialog({ place, apiKey: { id, name, start }, onClose }: Props) {
  const { run, isPending, failure } = useAction(rotateKey);
  const [overlap, setOverlap] = useState(overlaps[0]?.value ?? "0");
  const [made, setMade] = useState<string>();

  async function rotate() {
    const result = await run(place.tenancyId, { id, overlapMs: Number(overlap) });
    if (result.ok) setMade(result.value.key);
  }

  // The key is shown only once, so Escape must not close the dialog.
  if (made !== undefined)
    return (
      <Dialog title={`The new “${name}”`} onClose={() => undefined}>
        <KeyShown apiKey={made} place={place} />
        <Button onClick={onClose}>I have kept it</Button>
      </Dialog>
    );
  return (
    <Dialog title={`Rotate “${name}”`} onClose={onClose}>
      <p className="text-pretty text-quiet">
        You get a new key with the same name and scopes. Meanwhile the old one goes on, so that no
        request fails while your backend takes over the new one.
      </p>
      <SelectField
        label={`${start}_… goes on for`}
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
          Make the new key
        </Button>
      </div>
    </Dialog>
  );
}
