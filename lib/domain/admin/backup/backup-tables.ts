import type { Service } from "@/lib/domain/base/context";

interface BackedUpTable {
  name: string;
  /** SQL condition for the rows to back up. Default: all. */
  where?: string;
  /** SQL that changes the rows in the transaction that loads them. $1 is the time of the restore. */
  onLoad?: string;
}

/** Names the time of the restore. `settleRestore` counts these webhooks. */
export const disabledByRestore = "restored";

/**
 * The tables of a backup, each after those that it references. A restore reads no others. A test compares
 * this list and the next one with the schema.
 */
export const backupTables: readonly BackedUpTable[] = [
  { name: "Tenancy" },
  { name: "User" },
  { name: "PreviousEmail" },
  // A restore withdraws the requests, and says whose they were.
  { name: "UserDeletion" },
  { name: "UserHandle" },
  { name: "FormerUserHandle" },
  { name: "Passkey" },
  { name: "PasskeyPolicy" },
  { name: "Operator" },
  { name: "OperatorPasskey" },
  { name: "OperatorInvitation" },
  { name: "RelatedOriginsHost" },
  { name: "SenderDomain" },
  { name: "ApiKey" },
  // Some are deleted since, and a copy beside the original must call no one. No kill may leave one live.
  {
    name: "Webhook",
    onLoad: `UPDATE "Webhook" SET "disabledAt" = $1, "disabledReason" = '${disabledByRestore}'
      WHERE "disabledAt" IS NULL`,
  },
  { name: "SigningKey" },
  { name: "MetadataBlob" },
  // The budgets of guesses and emails of the last day must not start again.
  { name: "Mailbox" },
  { name: "VisitorBudget" },
  // A mailbox that bounced stays blocked until its day has ended.
  { name: "MailboxProblem" },
  // The log of emails. A queued email would be sent a second time.
  { name: "OutboxMail", where: `"state" <> 'queued'` },
  { name: "TimelineEvent" },
  { name: "ActivityCount" },
  { name: "AuditSeal" },
  { name: "AuditEvent" },
  { name: "Feed" },
  { name: "FeedEvent" },
];

/** The tables that no backup has, and why. */
export const omittedTables: Readonly<Record<string, string>> = {
  _prisma_migrations: "the backup's header names the migrations",
  OperatorSession: "a session that ended after the backup must not live again",
  AccountSession: "a session that ended after the backup must not live again",
  OneTimeToken: "a code or token that was used after the backup must not work again",
  Challenge: "an emailed code that was used after the backup must not work again",
  IdempotentRequest: "the reply names codes, tokens and rows that no longer exist",
  WebhookDelivery: "the event was sent, or its number belongs to another event now",
  InboxMail: "emails of local mode, with codes and links",
  LimitCounter: "windows of minutes",
  Alarm: "raised again by the next check",
};

/** The sequences, each with the column that must stay behind it. */
export const sequences = [
  { name: "AuditEvent_sequence_seq", table: "AuditEvent", column: "sequence" },
] as const;

const characters = 16;

/**
 * Returns fingerprints of the service secret and, during its rotation, of the previous one. They say
 * which secret opens the encrypted values of a backup, and reveal nothing about a random secret.
 */
export const secretFingerprints = ({ secrets }: Pick<Service, "secrets">): string[] =>
  secrets.macs("backup", "fingerprint").map((mac) => mac.toString("hex").slice(0, characters));
