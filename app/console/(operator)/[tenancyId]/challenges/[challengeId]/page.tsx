import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { ChallengeFacts } from "./challenge-facts";
import { ChallengeActions } from "./challenge-actions";
import { EventTable } from "@/app/console/(operator)/[tenancyId]/audit/event-table";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import { findEvents } from "@/lib/domain/audit/find-events";
import { findShownChallenge } from "@/lib/domain/challenge/find-challenges";

export const metadata: Metadata = { title: "Challenge" };

const eventsShown = 20;

export default async function ChallengePage({
  params,
}: {
  params: Promise<{ tenancyId: string; challengeId: string }>;
}) {
  const { tenancyId, challengeId } = await params;
  const ctx = await consoleContext(tenancyId, "challenge.read");
  const [challenge, page] = await Promise.all([
    findShownChallenge(ctx, challengeId),
    findEvents(ctx, { target: challengeId }, eventsShown),
  ]);
  if (challenge === null) notFound();
  const mayRetry = challenge.mailState === "queued" && mayOffer(ctx, "mail.retry");
  const mayDelete = challenge.state === "pending" && mayOffer(ctx, "challenge.delete");
  return (
    <>
      <PageHeader
        title={challenge.email}
        back={{ href: `/console/${tenancyId}/challenges`, label: "Challenges" }}
        action={
          <ChallengeActions
            tenancyId={tenancyId}
            challenge={{ id: challenge.id, email: challenge.email }}
            may={{ retry: mayRetry, delete: mayDelete }}
          />
        }
      />
      <ChallengeFacts challenge={challenge} />
      <h2 className="text-base font-semibold tracking-tight">What happened to it</h2>
      <EventTable tenancy={ctx.tenancy} search={{ target: challengeId }} page={page} />
    </>
  );
}
