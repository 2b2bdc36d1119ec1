import type { Metadata } from "next";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext } from "@/lib/console/console-context";
import { findOnboardingChecklist } from "@/lib/domain/activity/find-onboarding-checklist";
import { readActivity } from "@/lib/domain/activity/read-activity";
import { ActivityPanels } from "./overview/activity-panels";
import { ActivityTiles } from "./overview/activity-tiles";
import { CeilingAlarm } from "./overview/ceiling-alarm";
import { OnboardingChecklistCard } from "./overview/onboarding-checklist-card";
import { PeriodSwitch, readPeriod } from "./overview/period-switch";

export const metadata: Metadata = { title: "Overview" };

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}

export default async function OverviewPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "overview.read");
  const { id, name, clientId, isSystem } = ctx.tenancy;
  const period = readPeriod((await searchParams)["period"]);
  const [report, steps] = await Promise.all([
    readActivity(ctx, period),
    isSystem ? null : findOnboardingChecklist(ctx),
  ]);
  return (
    <>
      <PageHeader
        title={name}
        description="What happened here, counted by the hour."
        action={<PeriodSwitch path={`/console/${id}`} current={period} />}
      />
      <CeilingAlarm count={report.totals["challenge.ceiling-reached"] ?? 0} />
      {steps && (
        <OnboardingChecklistCard steps={steps} tenancy={{ id, clientId, endpoint: ctx.baseUrl }} />
      )}
      <ActivityTiles report={report} />
      <ActivityPanels report={report} period={period} />
    </>
  );
}
