import type { Metadata } from "next";
import Link from "next/link";
import { notFound } from "next/navigation";
import { RestoreNotice } from "@/app/console/restore-notice";
import { TenancyAlarms } from "@/app/console/tenancy-alarms";
import { Badge, type BadgeTone } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { LocalTime } from "@/components/ui/local-time";
import { PageHeader } from "@/components/ui/page-header";
import { requireOperator } from "@/lib/console/console-context";
import { keepsEmailsHere } from "@/lib/console/keeps-emails-here";
import { readInstallationStatus } from "@/lib/console/read-installation-status";
import { isSystemOwner } from "@/lib/domain/admin/operator/session/find-session";
import {
  judgeStatus,
  statusChecks,
  type StatusLevel,
} from "@/lib/domain/admin/status/judge-status";
import { checkWords, statusSummary } from "./check-words";

export const metadata: Metadata = { title: "Status" };

/** The most urgent first. */
const levels: Record<StatusLevel, { label: string; tone: BadgeTone }> = {
  act: { label: "Act now", tone: "bad" },
  watch: { label: "Watch", tone: "warning" },
  good: { label: "Good", tone: "good" },
};

export default async function StatusPage() {
  if (!isSystemOwner(await requireOperator())) notFound();
  const [{ version, figures, hasMetrics, nowMs }, hasInbox] = await Promise.all([
    readInstallationStatus(),
    keepsEmailsHere(),
  ]);
  const judged = judgeStatus(figures);
  const checks = Object.keys(levels).flatMap((level) =>
    statusChecks.filter((check) => judged[check] === level),
  );
  return (
    <>
      <PageHeader
        title="Status"
        description={
          <>
            {statusSummary(checks.map((check) => judged[check]))} Keystead {version} on Node.js{" "}
            {process.versions.node}, as the process that answered this request sees it. Checked at{" "}
            <LocalTime at={nowMs} />.
          </>
        }
      />
      <RestoreNotice />
      <Card>
        <ul className="flex flex-col divide-y divide-line">
          {checks.map((check) => {
            const { title, value, advice } = checkWords[check];
            const { label, tone } = levels[judged[check]];
            return (
              <li key={check} className="flex flex-col gap-1 py-3 first:pt-0 last:pb-0">
                <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <h2 className="text-sm font-medium">{title}</h2>
                  <Badge tone={tone}>{label}</Badge>
                </div>
                <p className="text-sm text-quiet">
                  {check === "emails" && hasInbox && "Emails stay in the local inbox. "}
                  {value(figures)}
                </p>
                {check === "emails" && figures.emailAlarms.length > 0 && (
                  <div className="text-sm">
                    <TenancyAlarms alarms={figures.emailAlarms} nowMs={nowMs} />
                  </div>
                )}
                {judged[check] !== "good" && (
                  <p className="max-w-prose text-sm text-pretty">{advice}</p>
                )}
              </li>
            );
          })}
        </ul>
      </Card>
      <p className="max-w-prose text-sm text-pretty text-quiet">
        Other alarms of tenancies are on the{" "}
        <Link href="/console/tenancies" className="text-accent underline">
          list of tenancies
        </Link>
        . Load balancers ask <code>/readyz</code>.{" "}
        {hasMetrics ? (
          <>
            Prometheus reads <code>/metrics</code>.
          </>
        ) : (
          <>
            To let Prometheus read <code>/metrics</code>, set <code>METRICS_TOKEN</code>.
          </>
        )}
      </p>
    </>
  );
}
