import type { StatusCheck, StatusFigures } from "@/lib/domain/status/judge-status";

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

function emailWords({ queuedEmails, emailOverdueMs }: StatusFigures): string {
  if (queuedEmails === 0) return "None is waiting";
  const waiting = count(queuedEmails, "email is waiting", "emails are waiting");
  if (emailOverdueMs === null) return `${waiting}, none is late`;
  return `${waiting}, the oldest has been due for ${inWords(emailOverdueMs)}`;
}

export const checkWords: Record<StatusCheck, CheckWords> = {
  database: {
    title: "Database",
    value: ({ databaseMs, databaseVersion }) =>
      `PostgreSQL ${databaseVersion}, answers in ${databaseMs} ms`,
    advice:
      "Look at the database server’s processor, disk and network, and for statements that run long.",
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
    title: "Emails to send",
    value: emailWords,
    advice:
      "See whether a tenancy has an alarm about email. If none has, read the log of the Keystead " +
      "processes: they send emails, and retry while the provider doesn’t answer.",
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
