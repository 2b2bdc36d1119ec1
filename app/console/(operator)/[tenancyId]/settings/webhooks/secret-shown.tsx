"use client";

import { useState } from "react";
import { useLeaveWarning } from "@/app/console/use-leave-warning";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/notice";

/** Shows a new secret once. Until it is copied, leaving the page asks for confirmation. */
export function SecretShown({ secret }: { secret: string }) {
  const [isCopied, setCopied] = useState(false);
  useLeaveWarning(
    !isCopied,
    "You haven’t copied the secret, and it is never shown again. Leave without it?",
  );
  return (
    <div className="flex min-w-0 flex-col gap-5" onCopy={() => setCopied(true)}>
      <Notice tone="info" title="Copy the secret now. It is shown only once">
        Your receiver uses it to verify that an event is from Keystead. Keep it in the receiver’s
        environment, never in a repository.
      </Notice>
      <CodeBlock label="Secret" text={secret} onCopied={() => setCopied(true)} />
    </div>
  );
}
