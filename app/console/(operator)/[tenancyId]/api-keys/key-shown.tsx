"use client";

import { useState } from "react";
import { useLeaveWarning } from "@/app/console/use-leave-warning";
import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/notice";
import { backendVariables } from "@/lib/domain/access/api-key/scope";

export interface KeyPlace {
  endpoint: string;
  tenancyId: string;
  clientId: string;
  /** Whether a registration without userId adds the passkey to the user who owns the email. */
  linksByEmail: boolean;
}

/**
 * Shows a new key's text once, as an environment variable for the backend. Until a text is copied,
 * leaving the page asks for confirmation.
 */
export function KeyShown({ apiKey, place }: { apiKey: string; place: KeyPlace }) {
  const [isCopied, setCopied] = useState(false);
  useLeaveWarning(
    !isCopied,
    "You haven’t copied the key, and it is never shown again. Leave without it?",
  );
  const copied = () => setCopied(true);
  return (
    <div className="flex min-w-0 flex-col gap-5" onCopy={copied}>
      <Notice tone="info" title="Copy the key now. It is shown only once">
        Keystead stores only its hash. Keep it in your backend’s environment, never in a page or a
        repository.
      </Notice>
      <CodeBlock label="API key" text={apiKey} onCopied={copied} />
      <CodeBlock label=".env" text={backendVariables({ ...place, apiKey })} onCopied={copied} />
      {place.linksByEmail && (
        <Notice tone="warning" title="Always send userId when you authorize a registration">
          It is the user’s id in your database. This tenancy links by email: without userId,
          Keystead finds the user by the email address in username. If visitors type the username,
          anyone can type a customer’s address and add a passkey to that account.
        </Notice>
      )}
    </div>
  );
}
