-- Workers find the tenancies with queued emails one by one, and each tenancy's own that are due. The previous release
-- finds due emails by this index as well: it holds queued ones alone.
CREATE INDEX "OutboxMail_tenancyId_dueAt_idx" ON "OutboxMail"("tenancyId", "dueAt") WHERE ("state" = 'queued'::"MailState");

-- DropIndex
DROP INDEX "OutboxMail_dueAt_idx";
