"use client";

import { MailCheck } from "lucide-react";
import { toast } from "sonner";
import { useAction } from "@/app/console/use-action";
import { Button } from "@/components/ui/button";
import { resumeEmails } from "./actions";

/** Sends emails to a bounced mailbox again. */
export function ResumeEmails({ tenancyId, email }: { tenancyId: string; email: string }) {
  const { run, isPending, failure } = useAction(resumeEmails);
  async function resume() {
    const result = await run(tenancyId, { email });
    if (result.ok) toast("Emails to this mailbox are sent again");
  }
  return (
    <div className="flex flex-col items-start gap-2">
      <Button tone="secondary" pending={isPending} onClick={() => void resume()}>
        <MailCheck aria-hidden className="size-4" />
        Resume emails
      </Button>
      {failure && (
        <p role="alert" className="text-sm text-danger">
          {failure.message}
        </p>
      )}
    </div>
  );
}
