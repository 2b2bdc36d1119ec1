import { DocsLink } from "@/app/console/docs-link";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { LocalTime } from "@/components/ui/local-time";
import { relatedOrigins } from "@/lib/domain/admin/tenancy/related-origins";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { ConfirmHost } from "./confirm-host";
import { TakeBackHost } from "./take-back-host";

interface Props {
  settings: Pick<Settings, "id" | "rpId" | "rpIds" | "allowedOrigins">;
  hosts: readonly { host: string; confirmedAt: number }[];
  mayConfirm: boolean;
}

/**
 * Explains how other domains use this rpId's passkeys: with a file on your server, or through this
 * service's hosts.
 */
export function RelatedOrigins({
  settings: { id, rpId, rpIds, allowedOrigins },
  hosts,
  mayConfirm,
}: Props) {
  return (
    <Card
      title="Related origins"
      description={
        <>
          Lets pages on your other domains use the same passkeys. Browsers fetch this file from the
          relying party’s domain.
          <DocsLink to="domains" />
        </>
      }
    >
      <CodeBlock
        label={`https://${rpId}/.well-known/webauthn`}
        text={JSON.stringify({ origins: relatedOrigins({ allowedOrigins }) }, null, 2)}
      />
      <p className="text-sm text-pretty text-quiet">
        Serve it as application/json. If Keystead itself runs on the domain, a system owner can
        confirm the host. Keystead then serves the file with the current origins.
      </p>
      {hosts.length > 0 && (
        <ul className="flex flex-col divide-y divide-line border-y border-line text-sm">
          {hosts.map(({ host, confirmedAt }) => (
            <li key={host} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <span className="min-w-0">
                <code className="font-mono break-all">{host}</code>{" "}
                <span className="text-quiet">
                  served since <LocalTime at={confirmedAt} />
                </span>
              </span>
              {mayConfirm && <TakeBackHost tenancyId={id} host={host} />}
            </li>
          ))}
        </ul>
      )}
      {mayConfirm && <ConfirmHost tenancyId={id} hosts={[rpId, ...rpIds]} />}
    </Card>
  );
}
