"use client";

import { useState } from "react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { ConfirmDialog } from "@/components/ui/confirm-dialog";
import { revokeOtherSessions } from "./actions";

export function EndOthers() {
  const { run, isPending, failure } = useAction(revokeOtherSessions);
  const [isAsked, setAsked] = useState(false);

  async function end() {
    const result = await run({});
    if (!result.ok) return;
    setAsked(false);
    toast(
      result.value.count === 1
        ? "1 session signed out"
        : `${result.value.count} sessions signed out`,
    );
  }

  return (
    <>
      <Button tone="secondary" onClick={() => setAsked(true)}>
        Sign out all others
      </Button>
      {isAsked && (
        <ConfirmDialog
          title="Sign out all other sessions?"
          act="Sign out all others"
          isPending={isPending}
          failure={failure?.message}
          onConfirm={() => void end()}
          onClose={() => setAsked(false)}
        >
          <p>All your other sessions end immediately.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
