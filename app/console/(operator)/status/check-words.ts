import { alarmTitle } from "@/app/console/alarm-title";
import type {
  StatusCheck,
  StatusFigures,
  StatusLevel,
} from "@/lib/domain/admin/status/judge-status";
import type { StandbyState } from "@/lib/domain/admin/status/read-standby";

interface CheckWords {
  title: string;
  /** What was measured, in words. */
  value(figures: StatusFigures): string;
  /** What to do unless the check is good. */
  advice: string;
}

/** A duration in its largest unit, rounded down. */
function inWords(ms: number): string {
  const [amount, unit] =
    ms >= 3_600_000
      ? [Math.floor(ms / 3_600_000), "hour"]
      : ms >= 60_000
        ? [Math.floor(ms / 60_000), "minute"]
        : [Math.floor(ms / 1_000), "second"];
  return `${amount} ${unit}${amount === 1 ? "" : "s"}`;
}

const count = (amount: number, one: string, more: string) =>
  `${amount.toLocaleString("en")} ${amount === 1 ? one : more}`;

function clockWords({ clockSkewMs }: StatusFigures): string {
  const skew = Math.abs(clockSkewMs);
  if (skew < 1_000) return "Same time as the database, to the second";
  return `The database is ${inWords(skew)} ${clockSkewMs > 0 ? "ahead" : "behind"}`;
}

const standbyWords: Record<StandbyState, string> = {
  awaited: "Commits wait for a synchronous standby",
  "not-configured": "Commits don’t wait for a standby",
  "not-awaited": "A synchronous standby is configured, but commits don’t wait for it",
  "not-connected": "Commits wait for a synchronous standby, and none is connected",
};

function queueWords(figures: StatusFigures): string {
  const { queuedEmails, retryingEmails, emailOverdueMs } = figures;
  if (queuedEmails === 0) return "No email is waiting";
  const waiting = count(queuedEmails, "email is waiting", "emails are waiting");
  const retried = retryingEmails === 0 ? "" : `, ${retryingEmails.toLocaleString("en")} retrying`;
  return emailOverdueMs === null
    ? `${waiting}${retried}, none is late`
    : `${waiting}${retried}, the oldest has been due for ${inWords(emailOverdueMs)}`;
}

/** The alarms by their titles, or an outage that is too small for one. */
function emailProblems({ emailAlarms, unacceptedMs }: StatusFigures): string[] {
  const titles = emailAlarms.map(({ alarm }) => alarmTitle(alarm));
  if (titles.length === 0)
    return unacceptedMs === null ? [] : [`No email was accepted for ${inWords(unacceptedMs)}`];
  return [...new Set(titles)].map((title) => {
    const tenancies = titles.filter((other) => other === title).length;
    return `${title} in ${count(tenancies, "tenancy", "tenancies")}`;
  });
}

const emailWords = (figures: StatusFigures) =>
  [...emailProblems(figures), queueWords(figures)].join(". ");

export const checkWords: Record<StatusCheck, CheckWords> = {
  database: {
    title: "Database",
    value: ({ databaseMs, databaseVersion }) =>
      `PostgreSQL ${databaseVersion}, answers in ${databaseMs} ms`,
    advice:
      "Look at the database server’s processor, disk and network, and for statements that run long.",
  },
  standby: {
    title: "Standby",
    value: ({ standby: { state, isRequired } }) =>
      state === "not-configured" && !isRequired
        ? "Not used: none is required, and commits don’t wait for one"
        : standbyWords[state],
    advice:
      "Check that synchronous_standby_names names a standby, that synchronous_commit is on, and that " +
      "the standby is connected. Until then, changes wait for it, or a failover loses the last ones " +
      "and used codes work again.",
  },
  migrations: {
    title: "Migrations",
    value: ({ pendingMigrations }) =>
      pendingMigrations === 0
        ? "All of this version are applied"
        : count(pendingMigrations, "migration is missing", "migrations are missing"),
    advice: "Restart Keystead. It applies migrations before it accepts requests.",
  },
  pool: {
    title: "Database connections",
    value: ({ pool: { used, waiting, most } }) =>
      `${used} of ${most} in use, ` +
      (waiting === 0 ? "no request is waiting" : count(waiting, "request waits", "requests wait")),
    advice: "If requests keep waiting, look for slow statements first, then start another process.",
  },
  clock: {
    title: "Clock",
    value: clockWords,
    advice:
      "Turn on time synchronization (NTP) on both machines. ID tokens and expiry times depend on it.",
  },
  emails: {
    title: "Email delivery",
    value: emailWords,
    advice:
      "Check the status page of your email provider, and the credentials in SMTP_URL or " +
      "RESEND_API_KEY. If email is late, read the log of the Keystead processes, which send it.",
  },
  audit: {
    title: "Audit log",
    value: ({ unsealedMs }) =>
      unsealedMs === null
        ? "Every event is sealed"
        : `The oldest event without a seal is ${inWords(unsealedMs)} old`,
    advice:
      "Search the log for audit.seal_failed. Until the next seal, the chain can’t prove that these " +
      "events are unchanged.",
  },
};

const checks = (amount: number) => count(amount, "check", "checks");

/** What the checks say together. */
export function statusSummary(levels: readonly StatusLevel[]): string {
  const countOf = (level: StatusLevel) => levels.filter((one) => one === level).length;
  const [act, watch] = [countOf("act"), countOf("watch")];
  if (act + watch === 0) return "Everything works.";
  if (watch === 0) return `Act on ${checks(act)}.`;
  return act === 0 ? `Watch ${checks(watch)}.` : `Act on ${checks(act)}, and watch ${watch} more.`;
}
