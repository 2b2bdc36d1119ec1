import { typesWords } from "@/app/console/(operator)/[tenancyId]/settings/webhooks/webhook-state";
import { Breakable } from "@/components/ui/breakable";
import { Card } from "@/components/ui/card";
import { CopyText } from "@/components/ui/copy-text";
import { DetailsList } from "@/components/ui/details-list";
import { LocalTime } from "@/components/ui/local-time";
import type { ListedWebhook } from "@/lib/domain/event/webhook/list-webhooks";

function Types({ types }: { types: readonly string[] | null }) {
  return types === null ? (
    typesWords(types)
  ) : (
    <span className="flex flex-wrap gap-1">
      {types.map((type) => (
        <code key={type} className="rounded bg-sunken px-1.5 py-0.5 font-mono text-xs break-all">
          {type}
        </code>
      ))}
    </span>
  );
}

interface Props {
  webhook: ListedWebhook;
  creator: string;
  /** Whether the page's form shows the URL and the types. */
  isInForm: boolean;
}

/** What a webhook is, without what the form above shows. */
export function WebhookDetails({ webhook, creator, isInForm }: Props) {
  const { id, url, types, createdAt, disabledAt } = webhook;
  return (
    <Card>
      <DetailsList
        rows={[
          ...(isInForm
            ? []
            : ([
                [
                  "URL",
                  <span key="url" className="[overflow-wrap:anywhere]">
                    {url}
                  </span>,
                ],
                ["Events", <Types key="types" types={types} />],
              ] as const)),
          ...(disabledAt === null
            ? []
            : [["Disabled", <LocalTime key="disabled" at={disabledAt} />] as const]),
          ["Created", <LocalTime key="created" at={createdAt} />],
          ["Created by", <Breakable key="creator" text={creator} />],
          ["Webhook id", <CopyText key="id" text={id} label="webhook id" />],
        ]}
      />
    </Card>
  );
}
