-- Who disabled a passkey. One that a reader of the mailbox disabled still guards its account for a week.
ALTER TABLE "Passkey" ADD COLUMN "disabledBy" TEXT;
-- When a reader of the mailbox reported a passkey that such a report may not disable.
ALTER TABLE "Passkey" ADD COLUMN "reportedAt" TIMESTAMPTZ(3);
