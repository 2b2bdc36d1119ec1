"use client";

import { Trash2 } from "lucide-react";
import { useState } from "react";
import { explainWarnings } from "@/app/demo/explain-warnings";
import { Button } from "@/components/ui/button";
import type { ErrorOf, Keystead } from "@/lib/client/v2";

/** Offers to remove a dead passkey from this device. Never automatic. */
export function RemoveOrphan({
  keystead,
  orphan,
}: {
  keystead: Keystead;
  orphan: ErrorOf<"@error/OrphanedPasskey">;
}) {
  const [outcome, setOutcome] = useState<string>();

  async function remove() {
    const result = await keystead.removeOrphanedPasskey(orphan);
    if (result.success)
      setOutcome(explainWarnings(result.warnings) ?? "We asked your passkey manager to remove it.");
    else setOutcome(result.message);
  }

  if (outcome !== undefined) return <p className="mt-2 font-medium">{outcome}</p>;
  if (!keystead.isSignalSupported()) return null;
  return (
    <div className="mt-3">
      <Button tone="secondary" onClick={() => void remove()}>
        <Trash2 aria-hidden className="size-4" />
        Remove it from this device
      </Button>
    </div>
  );
}
