-- Who disabled a passkey. One that a reader of the mailbox disabled still guards its account for a week.
ALTER TABLE "Passkey" ADD COLUMN "disabledBy" TEXT;
-- When a reader of the mailbox reported a passkey that such a report may not disable.
ALTER TABLE "Passkey" ADD COLUMN "reportedAt" TIMESTAMPTZ(3);
-- The user's own changes, with the reports. The release before asks for fewer actions, and uses it, too.
DROP INDEX "AuditEvent_own_changes_idx";
CREATE INDEX "AuditEvent_own_changes_idx" ON "AuditEvent" ("tenancyId", "targetId", "id")
    WHERE "actorKind" = 'browser' AND "action" IN (
        'passkey.deleted', 'passkey.labeled', 'passkey.report-recorded', 'passkey.reported',
        'user.deletion-cancelled', 'user.deletion-requested', 'user.email-change-undone',
        'user.email-changed', 'user.exported', 'user.updated');
