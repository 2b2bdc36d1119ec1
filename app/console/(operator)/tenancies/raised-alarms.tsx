import { alarmTitle } from "@/app/console/alarm-title";
import { TenancyAlarms } from "@/app/console/tenancy-alarms";
import { Notice } from "@/components/ui/notice";
import type { TenancyAlarm } from "@/lib/domain/admin/status/list-raised-alarms";
import type { AlarmKind } from "@/lib/domain/history/alarm/alarm";

/** What a system owner can do about the installation. */
const advices: Partial<Record<AlarmKind, string>> = {
  "deliveries-failing":
    "If this concerns most tenancies, the email provider is unreachable or refuses this " +
    "installation. Check its status page, and the credentials in SMTP_URL or RESEND_API_KEY.",
  "deliveries-late": "Check that the Keystead processes are running and log no errors.",
  "metadata-outdated":
    "Download the current BLOB from https://mds3.fidoalliance.org, and run “keystead metadata " +
    "import” with it.",
};

interface Props {
  alarms: readonly TenancyAlarm[];
  isSystemOwner: boolean;
  nowMs: number;
}

/** The alarms of all tenancies by title. */
export function RaisedAlarms({ alarms, isSystemOwner, nowMs }: Props) {
  const titles = [...new Set(alarms.map(({ alarm }) => alarmTitle(alarm)))];
  if (titles.length === 0) return null;
  return (
    <section aria-label="Alarms" className="flex flex-col gap-3">
      {titles.map((title) => {
        const raised = alarms.filter(({ alarm }) => alarmTitle(alarm) === title);
        const isSevere = raised.some(({ alarm }) => alarm.isSevere);
        const advice = raised.map(({ alarm }) => advices[alarm.kind])[0];
        return (
          <Notice key={title} tone={isSevere ? "error" : "warning"} title={title}>
            <div className="flex flex-col gap-2">
              <TenancyAlarms alarms={raised} nowMs={nowMs} />
              {isSystemOwner && advice && <p className="max-w-prose">{advice}</p>}
            </div>
          </Notice>
        );
      })}
    </section>
  );
}
