import { DocsLink } from "@/app/console/docs-link";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { passkeyEndpoints } from "@/lib/domain/admin/tenancy/passkey-endpoints";

interface Props {
  rpId: string;
  /** Null while the tenancy has no account page. */
  accountPage: string | null;
  /** Why it has none. */
  missing: string;
}

/** The file with which devices find the tenancy's account page. */
export function PasskeyEndpointsCard({ rpId, accountPage, missing }: Props) {
  return (
    <Card
      title="Passkey endpoints"
      description={
        <>
          Lets password managers open the page on which your users add and remove passkeys. They
          fetch this file from the relying party’s domain.
          <DocsLink to="passkeyEndpoints" />
        </>
      }
    >
      {accountPage === null ? (
        <p className="text-sm text-pretty text-quiet">{missing}</p>
      ) : (
        <>
          <CodeBlock
            label={`https://${rpId}/.well-known/passkey-endpoints`}
            text={JSON.stringify(passkeyEndpoints(accountPage), null, 2)}
          />
          <p className="text-sm text-pretty text-quiet">
            Serve it as application/json, without a redirect. If Keystead itself runs on the domain
            and a system owner has confirmed the host under Related origins, Keystead serves it.
          </p>
        </>
      )}
    </Card>
  );
}
