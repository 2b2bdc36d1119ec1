import type { Metadata } from "next";
import { CeilingAlarm } from "@/app/console/(operator)/[tenancyId]/overview/ceiling-alarm";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext } from "@/lib/console/console-context";
import { readActivity } from "@/lib/domain/activity/read-activity";
import { findChallenges } from "@/lib/domain/challenge/find-challenges";
import { ChallengeFilters } from "./challenge-filters";
import { readChallengeSearch, type SearchParams } from "./challenge-search";
import { ChallengeTable } from "./challenge-table";

export const metadata: Metadata = { title: "Challenges" };

const challengesOnPage = 50;

export default async function ChallengesPage({
  params,
  searchParams,
}: {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}) {
  const ctx = await consoleContext((await params).tenancyId, "challenge.read");
  const search = readChallengeSearch(await searchParams);
  const [page, { totals }] = await Promise.all([
    findChallenges(ctx, search, challengesOnPage),
    readActivity(ctx, "24h"),
  ]);
  const path = `/console/${ctx.tenancy.id}/challenges`;
  return (
    <>
      <PageHeader
        title="Challenges"
        description={
          "Codes sent by email, and whether they were verified. Challenges are deleted a day " +
          "after they expire. The console never shows a code."
        }
      />
      <CeilingAlarm count={totals["challenge.ceiling-reached"] ?? 0} />
      <ChallengeFilters path={path} search={search} />
      <ChallengeTable path={path} search={search} page={page} />
    </>
  );
}
