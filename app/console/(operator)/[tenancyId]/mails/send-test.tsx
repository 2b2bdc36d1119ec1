"use client";

import { Send } from "lucide-react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { sendTest } from "./actions";

interface Props {
  tenancyId: string;
  choice: Parameters<typeof sendTest>[1];
  email: string;
}

/** Sends the shown email to the operator. */
export function SendTest({ tenancyId, choice, email }: Props) {
  const { run, isPending, failure } = useAction(sendTest);
  return (
    <div className="flex flex-col items-start gap-1 sm:items-end">
      <Button
        tone="secondary"
        pending={isPending}
        onClick={() =>
          void run(tenancyId, choice).then(
            (sent) => sent.ok && toast(`A test is on its way to ${email}.`),
          )
        }
      >
        <Send aria-hidden className="size-4" />
        Send a test to me
      </Button>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure.message}
        </p>
      )}
    </div>
  );
}
