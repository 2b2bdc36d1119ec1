import { CodeBlock } from "@/components/ui/code-block";
import { Notice } from "@/components/ui/notice";

export interface KeyPlace {
  endpoint: string;
  tenancyId: string;
  clientId: string;
}

/** Shows a new key's text once, as an environment variable for the backend. */
export function KeyShown({
  apiKey,
  place: { endpoint, tenancyId, clientId },
}: {
  apiKey: string;
  place: KeyPlace;
}) {
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <Notice tone="info" title="Copy the key now. It is shown only once">
        Keystead stores only its hash. Keep it in your backend’s environment, never in a page or a
        repository.
      </Notice>
      <CodeBlock label="API key" text={apiKey} />
      <CodeBlock
        label=".env"
        text={[
          `KEYSTEAD_URL=${endpoint}`,
          `KEYSTEAD_TENANCY_ID=${tenancyId}`,
          `KEYSTEAD_CLIENT_ID=${clientId}`,
          `KEYSTEAD_API_KEY=${apiKey}`,
        ].join("\n")}
      />
      <Notice tone="warning" title="Always send userId when you authorize a registration">
        Without it, a username that is an email address joins the user who owns that address. If
        users choose their usernames, anyone could enter your customer’s address and get a passkey
        for that account.
      </Notice>
    </div>
  );
}
