-- What happened to a user or a mailbox, for the console's timelines. Deleted after "timelineDays", and with the user.
CREATE TABLE "TimelineEvent" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT NOT NULL,
    "reason" TEXT,
    "sub" TEXT COLLATE "C",
    "email" TEXT COLLATE "C",
    "passkeyId" TEXT COLLATE "C",
    "challengeId" TEXT COLLATE "C",
    "requestId" TEXT,
    "addressPrefix" TEXT,
    "userAgent" TEXT,
    "count" INTEGER NOT NULL DEFAULT 1,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "TimelineEvent_pkey" PRIMARY KEY ("tenancyId", "id")
);

CREATE INDEX "TimelineEvent_user_idx" ON "TimelineEvent"("tenancyId", "sub", "id") WHERE "sub" IS NOT NULL;
CREATE INDEX "TimelineEvent_mailbox_idx" ON "TimelineEvent"("tenancyId", "email", "id") WHERE "email" IS NOT NULL;
CREATE INDEX "TimelineEvent_reason_idx" ON "TimelineEvent"("tenancyId", "reason", "id") WHERE "reason" IS NOT NULL;
CREATE INDEX "TimelineEvent_kind_idx" ON "TimelineEvent"("tenancyId", "kind", "id");

ALTER TABLE "TimelineEvent" ADD CONSTRAINT "TimelineEvent_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "TimelineEvent" ADD CONSTRAINT "TimelineEvent_tenancyId_sub_fkey" FOREIGN KEY ("tenancyId", "sub") REFERENCES "User"("tenancyId", "sub") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "Tenancy"
    ADD COLUMN "timelineDays" INTEGER NOT NULL DEFAULT 30,
    ADD COLUMN "checklistDismissedAt" TIMESTAMPTZ(3),
    ADD CONSTRAINT "Tenancy_timelineDays_check" CHECK ("timelineDays" BETWEEN 1 AND 365);

-- Why an operator or a backend did it, as they wrote it.
ALTER TABLE "AuditEvent" ADD COLUMN "reason" TEXT;
ALTER TABLE "User" ADD COLUMN "disabledReason" TEXT;
ALTER TABLE "ApiKey" ADD COLUMN "createdBy" TEXT;

-- What the email provider answered, and why an email was not sent.
ALTER TABLE "OutboxMail"
    ADD COLUMN "answer" TEXT,
    ADD COLUMN "endedBy" TEXT;
