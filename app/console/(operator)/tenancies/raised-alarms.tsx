import Link from "next/link";
import { RelativeTime } from "@/components/ui/local-time";
import { Notice } from "@/components/ui/notice";
import { alarmKinds, type AlarmKind } from "@/lib/domain/alarm/alarm";
import type { StoredAlarm } from "@/lib/domain/alarm/list-raised-alarms";

interface KindWords {
  title: string;
  /** What a system owner can do about the installation. */
  advice?: string;
  tone: "error" | "warning";
}

const words: Record<AlarmKind, KindWords> = {
  "deliveries-failing": {
    title: "Email isn’t being delivered",
    advice:
      "If this concerns most tenancies, the email provider is unreachable or refuses this " +
      "installation. Check its status page, and the credentials in SMTP_URL or RESEND_API_KEY.",
    tone: "error",
  },
  "deliveries-late": {
    title: "Email is late",
    advice: "Check that the Keystead processes are running and log no errors.",
    tone: "error",
  },
  "code-ceiling": { title: "The hourly limit on codes is near or reached", tone: "warning" },
  "visitor-ceiling": {
    title: "The hourly limit on codes for visitors is near or reached",
    tone: "warning",
  },
  "failure-rate": { title: "More requests fail than usual", tone: "warning" },
  "metadata-outdated": {
    title: "FIDO Metadata is outdated",
    advice:
      "Download the current BLOB from https://mds3.fidoalliance.org, and run “keystead metadata " +
      "import” with it.",
    tone: "warning",
  },
};

interface Props {
  alarms: readonly StoredAlarm[];
  isSystemOwner: boolean;
  nowMs: number;
}

/** The alarms of all tenancies by kind, each with links to its tenancies. */
export function RaisedAlarms({ alarms, isSystemOwner, nowMs }: Props) {
  const byKind = alarmKinds
    .map((kind) => ({ kind, raised: alarms.filter((alarm) => alarm.kind === kind) }))
    .filter(({ raised }) => raised.length > 0);
  if (byKind.length === 0) return null;
  return (
    <section aria-label="Alarms" className="flex flex-col gap-3">
      {byKind.map(({ kind, raised }) => {
        const { title, advice, tone } = words[kind];
        return (
          <Notice key={kind} tone={tone} title={title}>
            <div className="flex flex-col gap-2">
              <ul className="flex flex-wrap gap-x-5 gap-y-1">
                {raised.map(({ tenancy, raisedAtMs }) => (
                  <li key={tenancy.id}>
                    <Link
                      href={`/console/${tenancy.id}`}
                      className="inline-flex min-h-8 items-center font-medium underline underline-offset-2"
                    >
                      {tenancy.isSystem ? "Operators of this installation" : tenancy.name}
                    </Link>{" "}
                    <span className="text-quiet">
                      <RelativeTime at={raisedAtMs} now={nowMs} />
                    </span>
                  </li>
                ))}
              </ul>
              {isSystemOwner && advice && <p className="max-w-prose">{advice}</p>}
            </div>
          </Notice>
        );
      })}
    </section>
  );
}
