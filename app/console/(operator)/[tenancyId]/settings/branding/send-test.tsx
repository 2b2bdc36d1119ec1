"use client";

import { Send } from "lucide-react";
import { toast } from "sonner";
import { LocalInboxNote } from "@/app/console/(operator)/[tenancyId]/members/local-inbox-note";
import { sendTest } from "@/app/console/(operator)/[tenancyId]/settings/actions";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";

interface Props {
  tenancyId: string;
  choice: Parameters<typeof sendTest>[1];
  email: string;
  /** Whether emails go to the local inbox instead of a provider. */
  hasInbox: boolean;
  /** A test has the saved branding, so it waits until the changes are saved. */
  isUnsaved: boolean;
}

/** Sends the previewed email to the operator. */
export function SendTest({ tenancyId, choice, email, hasInbox, isUnsaved }: Props) {
  const { run, isPending, failure } = useAction(sendTest);
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        tone="secondary"
        pending={isPending}
        disabled={isUnsaved}
        onClick={() =>
          void run(tenancyId, choice).then(
            (sent) =>
              sent.ok &&
              toast(`Test sent to ${email}`, hasInbox ? { description: <LocalInboxNote /> } : {}),
          )
        }
      >
        <Send aria-hidden className="size-4" />
        Send a test
      </Button>
      {isUnsaved && <p className="text-sm text-quiet">Save your changes first.</p>}
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure.message}
        </p>
      )}
    </div>
  );
}
