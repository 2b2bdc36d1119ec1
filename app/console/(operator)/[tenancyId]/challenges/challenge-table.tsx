import { MailCheck } from "lucide-react";
import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";
import { LocalTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { Pager } from "@/components/ui/pager";
import { Cell, HeadCell, Row, Table } from "@/components/ui/table";
import type { ChallengePage } from "@/lib/domain/challenge/find-challenges";
import { challengesHref, type ChallengeSearch } from "./challenge-search";
import { ChallengeStateBadge, EmailStateBadge } from "./challenge-state";

interface Props {
  path: string;
  search: ChallengeSearch;
  page: ChallengePage;
}

/** The matching entries, newest first. */
export function ChallengeTable({ path, search, page: { challenges, next, lookedBackTo } }: Props) {
  const isSearched = Object.values(search).some((value) => value !== undefined);
  return (
    <>
      {challenges.length > 0 && (
        <Table label="Challenges">
          <thead>
            <tr>
              <HeadCell>Mailbox</HeadCell>
              <HeadCell>State</HeadCell>
              <HeadCell>Mail</HeadCell>
              <HeadCell>Purpose</HeadCell>
              <HeadCell className="text-right">Wrong codes</HeadCell>
              <HeadCell>Asked for</HeadCell>
            </tr>
          </thead>
          <tbody>
            {challenges.map((challenge) => (
              <Row key={challenge.id}>
                <Cell className="max-w-64">
                  <Link
                    href={`${path}/${challenge.id}`}
                    className="block truncate rounded font-medium hover:text-accent hover:underline"
                  >
                    {challenge.email}
                  </Link>
                </Cell>
                <Cell>
                  <ChallengeStateBadge state={challenge.state} />
                </Cell>
                <Cell>
                  <EmailStateBadge challenge={challenge} />
                </Cell>
                <Cell className="max-w-40 truncate">{challenge.purpose}</Cell>
                <Cell className="text-right whitespace-nowrap tabular-nums">
                  {challenge.attempts -
                    challenge.attemptsLeft -
                    (challenge.state === "verified" ? 1 : 0)}{" "}
                  of {challenge.attempts}
                </Cell>
                <Cell className="text-quiet">
                  <LocalTime at={challenge.createdAt.getTime()} />
                </Cell>
              </Row>
            ))}
          </tbody>
        </Table>
      )}
      {lookedBackTo !== null && (
        <Notice tone="info" title="There may be more">
          Looked at challenges back to <LocalTime at={lookedBackTo} />. The next page goes on from
          there.
        </Notice>
      )}
      {challenges.length === 0 && lookedBackTo === null && (
        <EmptyState
          icon={MailCheck}
          title={isSearched ? "No challenge fits" : "No code was asked for yet"}
        >
          {isSearched
            ? "Challenges are deleted a day after they expire."
            : "Your backend creates one with POST challenges. It is emailed immediately and listed " +
              "here until a day after it expires."}
        </EmptyState>
      )}
      <Pager
        first={
          search.before === undefined
            ? null
            : challengesHref(path, { ...search, before: undefined })
        }
        next={next === null ? null : challengesHref(path, { ...search, before: next })}
      />
    </>
  );
}
