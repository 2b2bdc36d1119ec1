"use client";

import { LogOut } from "lucide-react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { revokeSession } from "./actions";

export function EndSession({ id, name }: { id: string; name: string }) {
  const { run, isPending, failure } = useAction(revokeSession);
  return (
    <div className="flex flex-col items-end gap-1">
      <Button
        tone="secondary"
        aria-label={`Sign out ${name}`}
        pending={isPending}
        onClick={() => void run({ id }).then(({ ok }) => ok && toast(`${name} signed out`))}
      >
        <LogOut aria-hidden className="size-4" />
        Sign out
      </Button>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure.message}
        </p>
      )}
    </div>
  );
}
