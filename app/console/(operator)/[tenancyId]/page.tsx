import type { Metadata } from "next";
import { Link } from "@/app/console/link";
import { RestoreNotice } from "@/app/console/restore-notice";
import { SuggestSecondPasskey } from "@/app/console/suggest-second-passkey";
import { PageHeader } from "@/components/ui/page-header";
import { consoleContext, mayOffer } from "@/lib/console/console-context";
import type { SearchParams } from "@/lib/console/list-search";
import { findOnboardingChecklist } from "@/lib/domain/admin/tenancy/find-onboarding-checklist";
import { findAlarms } from "@/lib/domain/history/alarm/read-alarms";
import { findEventsFrom } from "@/lib/domain/history/timeline-search/scan-events";
import { findActivePeriod, readActivity, spanOf } from "@/lib/domain/record/counter/read-activity";
import { readHourlyActivity } from "@/lib/domain/record/counter/read-hourly-activity";
import { countCodes } from "@/lib/domain/sign-in/challenge/shown-challenge";
import { readPasskeyShare } from "@/lib/domain/user/search/read-passkey-share";
import { ActivityPanels } from "./overview/activity-panels";
import { ActivityTiles } from "./overview/activity-tiles";
import { AlarmList, NoAlarms } from "./overview/alarm-list";
import { stepsOf } from "./overview/onboarding-checklist";
import { OnboardingChecklistCard } from "./overview/onboarding-checklist-card";
import { PeriodSwitch, periodWords, readPeriod } from "./overview/period-switch";
import { TenancyTotals } from "./overview/tenancy-totals";

export const metadata: Metadata = { title: "Overview" };

interface Props {
  params: Promise<{ tenancyId: string }>;
  searchParams: Promise<SearchParams>;
}

export default async function OverviewPage({ params, searchParams }: Props) {
  const ctx = await consoleContext((await params).tenancyId, "overview.read");
  const { id, name, clientId, isSystem } = ctx.tenancy;
  const query = await searchParams;
  const period = readPeriod(query["period"]) ?? (await findActivePeriod(ctx));
  const nowMs = ctx.clock.now();
  const { fromMs } = spanOf(ctx, period);
  const [report, hourly, passkeyShare, { alarms, unalarming }, codes, eventsFromMs, steps] =
    await Promise.all([
      readActivity(ctx, period),
      readHourlyActivity(ctx, period),
      readPasskeyShare(ctx, { fromMs }),
      findAlarms(ctx),
      countCodes(ctx, fromMs),
      findEventsFrom(ctx),
      isSystem ? null : findOnboardingChecklist(ctx),
    ]);
  const lists = { tenancyId: id, eventsFromMs };
  const tenancy = { id, clientId, endpoint: ctx.baseUrl };
  const isComplete = steps !== null && stepsOf(steps, tenancy).every(({ isDone }) => isDone);
  const isRequested = query["checklist"] === "show";
  const hasSteps = steps !== null && !isComplete;
  const checklist = steps && (isRequested || (hasSteps && !steps.isDismissed)) && (
    <OnboardingChecklistCard
      steps={steps}
      tenancy={tenancy}
      mayDismiss={mayOffer(ctx, "settings.appearance")}
    />
  );
  return (
    <>
      <PageHeader
        title={name}
        description={
          isSystem
            ? "Activity of this installation’s operators"
            : mayOffer(ctx, "user.read") && <TenancyTotals ctx={ctx} />
        }
        action={<PeriodSwitch path={`/console/${id}`} current={period} />}
      />
      <RestoreNotice />
      <SuggestSecondPasskey />
      <AlarmList
        tenancyId={id}
        mayChangeSites={mayOffer(ctx, "settings.sites")}
        {...{ alarms, nowMs }}
      />
      <NoAlarms
        tenancyId={id}
        isIdle={Object.keys({ ...report.totals, ...report.before }).length === 0}
        {...{ alarms, unalarming, nowMs }}
      />
      {checklist}
      <ActivityTiles {...{ lists, report }} previous={periodWords[period].previous} />
      <ActivityPanels {...{ lists, report, hourly, period, codes, passkeyShare }} />
      {hasSteps && !checklist && (
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
