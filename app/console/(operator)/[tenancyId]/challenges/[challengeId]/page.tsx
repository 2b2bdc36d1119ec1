import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { linkLook } from "@/app/console/(operator)/[tenancyId]/activity/entry-facts";
import { EventTable } from "@/app/console/(operator)/[tenancyId]/audit/event-table";
import {
  deliveryAdvice,
  wrongCodesOf,
} from "@/app/console/(operator)/[tenancyId]/challenges/delivery-advice";
import { findLastWrongCode } from "@/app/console/(operator)/[tenancyId]/challenges/find-last-wrong-code";
import { MailboxFacts } from "@/app/console/(operator)/[tenancyId]/challenges/mailbox-facts";
import { MailboxNotice } from "@/app/console/(operator)/[tenancyId]/challenges/mailbox-notice";
import { MailboxProblemNotice } from "@/app/console/(operator)/[tenancyId]/challenges/mailbox-problem-notice";
import { Link } from "@/app/console/link";
import { Card } from "@/components/ui/card";
import { Notice } from "@/components/ui/notice";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { findEvents } from "@/lib/domain/history/audit-search/find-events";
import {
  findNewerChallenge,
  findShownChallenge,
} from "@/lib/domain/sign-in/challenge/find-challenges";
import { isRateLimited, isRestricted } from "@/lib/domain/sign-in/challenge/mailbox-state";
import { readMailbox } from "@/lib/domain/sign-in/challenge/read-mailbox";
import { isReplaceable } from "@/lib/domain/sign-in/challenge/send-new-code";
import { isDelivering } from "@/lib/domain/user/email/delivery-state";
import { ChallengeActions } from "./challenge-actions";
import { CodeCard, EmailCard } from "./challenge-facts";
import { WrongCodes } from "./wrong-codes";

export const metadata: Metadata = { title: "Code by email" };

const eventsShown = 20;

export default async function ChallengePage({
  params,
}: {
  params: Promise<{ tenancyId: string; challengeId: string }>;
}) {
  const { tenancyId, challengeId } = await params;
  const ctx = await consoleContext(tenancyId, "challenge.read");
  const challenge = await findShownChallenge(ctx, challengeId);
  if (challenge === null) notFound();
  const isExpired = challenge.state === "expired";
  const [mailbox, { entries: events }, newer, lastWrongAt] = await Promise.all([
    readMailbox(ctx, challenge.emailNormalized),
    findEvents(ctx, { target: challengeId }, eventsShown),
    isExpired ? findNewerChallenge(ctx, challenge) : null,
    isExpired && wrongCodesOf(challenge) > 0
      ? findLastWrongCode(ctx, { id: challengeId, email: challenge.emailNormalized })
      : null,
  ]);
  const now = ctx.clock.now();
  const canReplace = isReplaceable(challenge, mailbox.limits, now);
  const mayRetry = mayOffer(ctx, "email.retry");
  const may = {
    retry: mayRetry && isDelivering(challenge.delivery),
    replace: mayRetry && canReplace,
    delete: mayOffer(ctx, "challenge.delete") && challenge.state === "pending",
  };
  const isLimited = isRateLimited(mailbox.limits) || isRestricted(mailbox.limits);
  const { tone, title, text } = deliveryAdvice(challenge, canReplace);
  const { id, email } = challenge;
  const list = `/console/${tenancyId}/challenges`;
  return (
    <>
      <PageHeader
        title={email}
        back={{ href: list, label: "Email log" }}
        action={
          <ChallengeActions
            tenancyId={tenancyId}
            challenge={{ id, email, isDelivering: isDelivering(challenge.delivery) }}
            may={may}
          />
        }
      />
      <MailboxProblemNotice
        email={mailbox.email}
        problem={mailbox.problem}
        mayResume={mayRetry}
        {...{ tenancyId, now }}
      />
      {isLimited && <MailboxNotice {...{ tenancyId, mailbox, now }} />}
      <Notice tone={tone} title={title}>
        <p>{text}</p>
        {lastWrongAt !== null && (
          <WrongCodes email={email} lastAt={lastWrongAt} path={`/console/${tenancyId}`} />
        )}
        {newer !== null && (
          <p className="mt-1">
            A newer code was requested for this mailbox since:{" "}
            <Link href={`${list}/${newer.id}`} className={linkLook}>
              open it
            </Link>
            .
          </p>
        )}
      </Notice>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <div className="flex min-w-0 flex-col gap-6">
          <EmailCard challenge={challenge} now={now} />
          {!isLimited && (
            <Card title="Mailbox">
              <MailboxFacts
                {...{ tenancyId, mailbox, now }}
                isReached={challenge.state === "verified"}
              />
            </Card>
          )}
        </div>
        <CodeCard challenge={challenge} path={list} />
      </div>
      {events.length > 0 && (
        <>
          <h2 className="text-base font-semibold tracking-tight">Audit events</h2>
          <EventTable tenancy={ctx.tenancy} events={events} now={now} />
        </>
      )}
    </>
  );
}
