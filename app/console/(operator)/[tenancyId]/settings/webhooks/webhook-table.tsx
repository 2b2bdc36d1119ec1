import { Link } from "@/app/console/link";
import { Breakable } from "@/components/ui/breakable";
import { RelativeTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { ListedWebhook } from "@/lib/domain/event/webhook/list-webhooks";
import { titleOfFailure } from "./failure-words";
import { typesWords, WebhookState } from "./webhook-state";

interface Props {
  webhooks: readonly (ListedWebhook & { creator: string })[];
  /** The page of the list. */
  list: string;
  /** Epoch milliseconds. */
  now: number;
}

export function WebhookTable({ webhooks, list, now }: Props) {
  return (
    <Table label="Webhooks">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell>State</HeadCell>
          <HeadCell>Events</HeadCell>
          <HeadCell>Created</HeadCell>
        </tr>
      </thead>
      <tbody>
        {webhooks.map((webhook) => (
          <Row key={webhook.id}>
            <Cell>
              <span className="flex min-w-0 flex-col gap-0.5 sm:max-w-96">
                <Link
                  href={`${list}/${webhook.id}`}
                  className="font-medium break-words hover:text-accent hover:underline"
                >
                  {webhook.name}
                </Link>
                <span className="text-xs [overflow-wrap:anywhere] text-quiet">{webhook.url}</span>
              </span>
            </Cell>
            <Cell isBesideTitle>
              <span className="flex flex-col items-start gap-1">
                <WebhookState {...webhook} />
                {webhook.isEnabled && webhook.lastFailure !== null && (
                  <span className="text-xs text-quiet">{titleOfFailure(webhook.lastFailure)}</span>
                )}
              </span>
            </Cell>
            <Cell label="Events">{typesWords(webhook.types)}</Cell>
            <Cell label="Created">
              <span className="flex min-w-28 flex-col">
                <RelativeTime at={webhook.createdAt} now={now} />
                <span className="text-xs [overflow-wrap:anywhere] text-quiet">
                  <Breakable text={webhook.creator} />
                </span>
              </span>
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
