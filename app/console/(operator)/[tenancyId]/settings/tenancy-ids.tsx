import { DocsLink } from "@/app/console/docs-link";
import { Card } from "@/components/ui/card";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { RotateClientId } from "./rotate-client-id";

interface Props {
  settings: Pick<Settings, "id" | "clientId" | "createdAt" | "requireClientId">;
  endpoint: string;
  mayRotate: boolean;
}

/** The ids that applications need to call this tenancy. None is secret. */
export function TenancyIds({
  settings: { id, clientId, createdAt, requireClientId },
  endpoint,
  mayRotate,
}: Props) {
  const env = [
    `KEYSTEAD_URL=${endpoint}`,
    `KEYSTEAD_TENANCY_ID=${id}`,
    `KEYSTEAD_CLIENT_ID=${clientId}`,
  ].join("\n");
  return (
    <Card
      title="Ids"
      description={
        <>
          Your application uses these ids to call this tenancy. They aren’t secret.
          <DocsLink to="clientId" />
        </>
      }
      action={
        mayRotate ? <RotateClientId tenancyId={id} isRequired={requireClientId} /> : undefined
      }
    >
      <DetailsList
        rows={[
          ["Tenancy id", <CopyText key="id" text={id} label="tenancy id" />],
          ["Client id", <CopyText key="client" text={clientId} label="client id" />],
          ["Created", <LocalTime key="created" at={createdAt} />],
        ]}
      />
      <CodeBlock label=".env" text={env} />
    </Card>
  );
}
