import { Link } from "@/app/console/link";
import { Badge } from "@/components/ui/badge";
import { EventTime, RelativeTime } from "@/components/ui/local-time";
import { Marked } from "@/components/ui/marked";
import { OneLine, oneLineLook } from "@/components/ui/one-line";
import { Cell, HeadCell, Row, RowLink, Table } from "@/components/ui/table";
import { TimeHeading } from "@/components/ui/time-zone";
import type { MailboxState } from "@/lib/domain/sign-in/challenge/mailbox-state";
import { isRateLimited, isRestricted } from "@/lib/domain/sign-in/challenge/mailbox-state";
import type { ShownChallenge } from "@/lib/domain/sign-in/challenge/shown-challenge";
import { ChallengeStateBadge, DeliveryBadge } from "./challenge-state";
import { InboxLink } from "./inbox-link";
import { providerName } from "./provider-name";

interface Props {
  path: string;
  challenges: readonly ShownChallenge[];
  /** What the limits of a mailbox allow. */
  limitsOf: (email: string) => MailboxState;
  /** What the reader searched for. */
  text: string | undefined;
  /** In ms. */
  now: number;
}

/** The provider's last words about an email. */
const answerOf = ({ delivery, deliveryAnswer, deliveryError }: ShownChallenge) =>
  delivery === "accepted" || delivery === "complained" ? deliveryAnswer : deliveryError;

/**
 * The provider and its last words. The local inbox accepts emails without words, so it is a link to
 * them.
 */
function Answer({ challenge }: { challenge: ShownChallenge }) {
  const { deliveryProvider: provider } = challenge;
  const answer = answerOf(challenge);
  if (provider === "inbox" && answer === null) return <InboxLink />;
  return (
    <span className="flex min-w-0 flex-col">
      {provider !== null && (
        <span className={answer === null ? "" : "text-xs text-quiet"}>
          {providerName(provider)}
        </span>
      )}
      {answer !== null && <OneLine text={answer} />}
    </span>
  );
}

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
    <span className="flex min-w-0 flex-col items-start">
      <ChallengeStateBadge state={state} isInList />
      {replacedById !== null && (
        <Link href={`${path}/${replacedById}`} className="text-xs underline">
          Newer code
        </Link>
      )}
      {newCodeAt !== null && (
        <span className="max-w-full text-xs [overflow-wrap:anywhere] text-quiet">
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

/** The delivery's state, and what comes next. */
function Delivery({ challenge, now }: { challenge: ShownChallenge; now: number }) {
  const { delivery, deliveryDueAt, deliveryAttempts } = challenge;
  return (
    <span className="flex min-w-0 flex-col items-start">
      <DeliveryBadge state={delivery} isInList />
      {deliveryAttempts > 1 && (
        <span className="text-xs text-quiet">{deliveryAttempts} attempts</span>
      )}
      {delivery === "retrying" && deliveryDueAt !== null && (
        <span className="text-xs text-quiet">
          Next <RelativeTime at={deliveryDueAt.getTime()} now={now} />
        </span>
      )}
    </span>
  );
}

export function EmailLogTable({ path, challenges, limitsOf, text, now }: Props) {
  return (
    <Table label="Email log" isFixed>
      <thead>
        <tr>
          <HeadCell className="sm:w-[25%]">Mailbox</HeadCell>
          <HeadCell className="sm:w-[12%]">Email</HeadCell>
          <HeadCell>Provider’s answer</HeadCell>
          <HeadCell className="sm:w-[13%]">Code</HeadCell>
          <HeadCell className="sm:w-[12%]">Purpose</HeadCell>
          <HeadCell className="sm:w-[17%]">
            <TimeHeading label="Requested" />
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {challenges.map((challenge, index) => (
          <Row key={challenge.id}>
            <Cell>
              <RowLink
                href={`${path}/${challenge.id}`}
                title={challenge.email}
                className={`${oneLineLook} rounded`}
              >
                <Marked text={challenge.email} search={text} />
              </RowLink>
              {isNewest(challenges, index) && (
                <LimitBadge state={limitsOf(challenge.emailNormalized)} />
              )}
            </Cell>
            <Cell isBesideTitle>
              <Delivery challenge={challenge} now={now} />
            </Cell>
            <Cell label="Provider’s answer">
              <Answer challenge={challenge} />
            </Cell>
            <Cell label="Code">
              <Code path={path} challenge={challenge} now={now} />
            </Cell>
            <Cell label="Purpose">
              <OneLine text={challenge.purpose} />
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
