import type { Metadata } from "next";
import Link from "next/link";
import { EnvironmentBadge } from "@/app/console/environment";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import type { SearchParams } from "@/lib/console/list-search";
import { findOnboardingChecklist } from "@/lib/domain/activity/find-onboarding-checklist";
import { readActivity } from "@/lib/domain/activity/read-activity";
import { findAlarms } from "@/lib/domain/alarm/find-alarms";
import { ActivityPanels } from "./overview/activity-panels";
import { ActivityTiles } from "./overview/activity-tiles";
import { AlarmList, NoAlarms } from "./overview/alarm-list";
import { OnboardingChecklistCard } from "./overview/onboarding-checklist-card";
import { PeriodSwitch, periodWords, readPeriod } from "./overview/period-switch";

export const metadata: Metadata = { title: "Overview" };

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function OverviewPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "overview.read");
  const { id, name, clientId, isSystem, environment } = ctx.tenancy;
  const query = await searchParams;
  const period = readPeriod(query["period"]);
  const [report, alarms, steps] = await Promise.all([
    readActivity(ctx, period),
    findAlarms(ctx),
    isSystem ? null : findOnboardingChecklist(ctx),
  ]);
  const showsChecklist = steps && (!steps.isDismissed || query["checklist"] === "show");
  return (
    <>
      <PageHeader
        title={name}
        description={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            {!isSystem && <EnvironmentBadge environment={environment} />}
            {isSystem ? "Activity of this installation’s operators" : "Activity in this tenancy"}
          </span>
        }
        action={<PeriodSwitch path={`/console/${id}`} current={period} />}
      />
      {alarms.length === 0 && <NoAlarms />}
      <AlarmList tenancyId={id} alarms={alarms} nowMs={ctx.clock.now()} />
      {showsChecklist && (
        <OnboardingChecklistCard
          steps={steps}
          tenancy={{ id, clientId, endpoint: ctx.baseUrl }}
          mayDismiss={mayOffer(ctx, "settings.appearance")}
        />
      )}
      <ActivityTiles tenancyId={id} report={report} previous={periodWords[period].previous} />
      <ActivityPanels tenancyId={id} report={report} period={period} />
      {steps && !showsChecklist && (
        <Link
          href={`/console/${id}?checklist=show`}
          className="self-start rounded text-sm text-quiet underline underline-offset-2 hover:text-ink"
        >
          Show the onboarding checklist
        </Link>
      )}
    </>
  );
}
