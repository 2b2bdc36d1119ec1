import { Link } from "@/app/console/link";
import { Badge } from "@/components/ui/badge";
import { Breakable } from "@/components/ui/breakable";
import { EventTime, RelativeTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, RowLink, Table } from "@/components/ui/table";
import type { MailboxState } from "@/lib/domain/challenge/mailbox-state";
import { isRateLimited, isRestricted } from "@/lib/domain/challenge/mailbox-state";
import type { ShownChallenge } from "@/lib/domain/challenge/shown-challenge";
import { ChallengeStateBadge, DeliveryBadge } from "./challenge-state";
import { providerName } from "./provider-name";

interface Props {
  path: string;
  challenges: readonly ShownChallenge[];
  /** What the limits of a mailbox allow. */
  limitsOf: (email: string) => MailboxState;
  /** In ms. */
  now: number;
}

/** The provider's last words about an email. */
const answerOf = ({ delivery, deliveryAnswer, deliveryError }: ShownChallenge) =>
  delivery === "accepted" || delivery === "complained" ? deliveryAnswer : deliveryError;

function LimitBadge({ state }: { state: MailboxState }) {
  if (isRateLimited(state)) return <Badge tone="warning">Rate-limited</Badge>;
  return isRestricted(state) ? <Badge tone="warning">Too many wrong codes</Badge> : null;
}

function Code({
  path,
  challenge,
  now,
}: { challenge: ShownChallenge } & Pick<Props, "path" | "now">) {
  const { state, replacedById, newCodeAt, newCodeBy } = challenge;
  return (
    <span className="flex flex-col items-start gap-1">
      <ChallengeStateBadge state={state} />
      {replacedById !== null && (
        <Link href={`${path}/${replacedById}`} className="text-xs underline">
          Newer code
        </Link>
      )}
      {newCodeAt !== null && (
        <span className="text-xs text-quiet">
          New code sent <RelativeTime at={newCodeAt.getTime()} now={now} />
          {newCodeBy !== null && ` by ${newCodeBy}`}
        </span>
      )}
    </span>
  );
}

/** Whether the row is the first of its mailbox. */
const isNewest = (challenges: readonly ShownChallenge[], index: number) =>
  challenges.findIndex(
    ({ emailNormalized }) => emailNormalized === challenges[index]?.emailNormalized,
  ) === index;

export function EmailLogTable({ path, challenges, limitsOf, now }: Props) {
  return (
    <Table label="Email log">
      <thead>
        <tr>
          <HeadCell>Mailbox</HeadCell>
          <HeadCell>Email</HeadCell>
          <HeadCell className="text-right">Deliveries</HeadCell>
          <HeadCell>Provider’s answer</HeadCell>
          <HeadCell>Code</HeadCell>
          <HeadCell>Purpose</HeadCell>
          <HeadCell>Requested</HeadCell>
        </tr>
      </thead>
      <tbody>
        {challenges.map((challenge, index) => (
          <Row key={challenge.id}>
            <Cell wraps>
              <span className="flex flex-col items-start gap-1">
                <RowLink href={`${path}/${challenge.id}`} className="block max-w-full rounded">
                  <Breakable text={challenge.email} />
                </RowLink>
                {isNewest(challenges, index) && (
                  <LimitBadge state={limitsOf(challenge.emailNormalized)} />
                )}
              </span>
            </Cell>
            <Cell isBesideTitle>
              <span className="flex flex-col items-start gap-1">
                <DeliveryBadge state={challenge.delivery} />
                {challenge.delivery === "retrying" && challenge.deliveryDueAt !== null && (
                  <span className="text-xs text-quiet">
                    Next attempt <RelativeTime at={challenge.deliveryDueAt.getTime()} now={now} />
                  </span>
                )}
              </span>
            </Cell>
            <Cell label="Deliveries" className="text-right tabular-nums">
              {challenge.deliveryAttempts}
            </Cell>
            <Cell label="Provider’s answer" className="[overflow-wrap:anywhere] sm:min-w-36">
              <span className="flex flex-col">
                {challenge.deliveryProvider !== null && (
                  <span className="text-xs text-quiet">
                    {providerName(challenge.deliveryProvider)}
                  </span>
                )}
                <span className="line-clamp-2" title={answerOf(challenge) ?? undefined}>
                  {answerOf(challenge) ?? "–"}
                </span>
              </span>
            </Cell>
            <Cell label="Code">
              <Code path={path} challenge={challenge} now={now} />
            </Cell>
            <Cell label="Purpose" className="[overflow-wrap:anywhere] sm:min-w-24">
              {challenge.purpose}
            </Cell>
            <Cell label="Requested" className="text-quiet">
              <EventTime at={challenge.createdAt.getTime()} now={now} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
