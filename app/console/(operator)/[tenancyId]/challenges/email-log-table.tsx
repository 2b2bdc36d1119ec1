import Link from "next/link";
import { RelativeTime } from "@/components/ui/local-time";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { ShownChallenge } from "@/lib/domain/challenge/shown-challenge";
import { ChallengeStateBadge, DeliveryBadge } from "./challenge-state";

interface Props {
  path: string;
  challenges: readonly ShownChallenge[];
  /** In ms. */
  now: number;
}

/** The provider's last words about an email. */
const answerOf = ({ delivery, deliveryAnswer, deliveryError }: ShownChallenge) =>
  delivery === "accepted" ? deliveryAnswer : deliveryError;

export function EmailLogTable({ path, challenges, now }: Props) {
  return (
    <Table label="Email log">
      <thead>
        <tr>
          <HeadCell>Mailbox</HeadCell>
          <HeadCell>Email</HeadCell>
          <HeadCell className="text-right">Attempts</HeadCell>
          <HeadCell>Provider’s answer</HeadCell>
          <HeadCell>Code</HeadCell>
          <HeadCell>Purpose</HeadCell>
          <HeadCell>Requested</HeadCell>
        </tr>
      </thead>
      <tbody>
        {challenges.map((challenge) => (
          <Row key={challenge.id}>
            <Cell className="max-w-56">
              <Link
                href={`${path}/${challenge.id}`}
                title={challenge.email}
                className="block truncate rounded font-medium hover:text-accent hover:underline"
              >
                {challenge.email}
              </Link>
            </Cell>
            <Cell label="Email">
              <span className="flex flex-col items-start gap-1 max-sm:items-end">
                <DeliveryBadge state={challenge.delivery} />
                {challenge.delivery === "retrying" && challenge.deliveryDueAt !== null && (
                  <span className="text-xs text-quiet">
                    Next attempt <RelativeTime at={challenge.deliveryDueAt.getTime()} now={now} />
                  </span>
                )}
              </span>
            </Cell>
            <Cell label="Attempts" className="text-right tabular-nums">
              {challenge.deliveryAttempts}
            </Cell>
            <Cell label="Provider’s answer" className="max-w-52">
              <span className="block truncate" title={answerOf(challenge) ?? undefined}>
                {answerOf(challenge) ?? "–"}
              </span>
            </Cell>
            <Cell label="Code">
              <ChallengeStateBadge state={challenge.state} />
            </Cell>
            <Cell label="Purpose" className="max-w-28 truncate">
              {challenge.purpose}
            </Cell>
            <Cell label="Requested" className="text-quiet">
              <RelativeTime at={challenge.createdAt.getTime()} now={now} />
            </Cell>
          </Row>
        ))}
      </tbody>
    </Table>
  );
}
