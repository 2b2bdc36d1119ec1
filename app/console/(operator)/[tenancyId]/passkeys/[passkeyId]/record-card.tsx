import { Card } from "@/components/ui/card";
import { CopyButton } from "@/components/ui/copy-button";
import type { Passkey } from "@/lib/contract/passkey";

/** The record as GET passkeys/{passkeyId} returns it. */
export function RecordCard({ passkey }: { passkey: Passkey }) {
  const text = JSON.stringify(passkey, null, 2);
  return (
    <Card
      title="Record"
      description={`As GET passkeys/${passkey.id} returns it.`}
      action={<CopyButton text={text} label="Copy JSON" />}
    >
      <pre
        tabIndex={0}
        aria-label="Record as JSON"
        role="region"
        className="max-h-96 overflow-auto rounded-lg bg-sunken p-4 font-mono text-[0.8125rem]"
      >
        {text}
      </pre>
    </Card>
  );
}
