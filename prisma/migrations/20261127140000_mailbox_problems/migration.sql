-- What Resend reports about an email after it accepted it. Earlier releases show such an email as accepted.
ALTER TABLE "OutboxMail" ADD COLUMN "feedback" TEXT;
CREATE INDEX "OutboxMail_answer_idx" ON "OutboxMail" ("answer") WHERE provider = 'resend'::text;

-- Mailboxes that bounced or complained. Earlier releases keep sending to them.
CREATE TABLE "MailboxProblem" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "bouncedAt" TIMESTAMPTZ(3),
    "bounceReason" TEXT,
    "blockedUntil" TIMESTAMPTZ(3),
    "complainedAt" TIMESTAMPTZ(3),
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "MailboxProblem_pkey" PRIMARY KEY ("tenancyId", "email")
);
CREATE INDEX "MailboxProblem_updatedAt_idx" ON "MailboxProblem"("updatedAt");
ALTER TABLE "MailboxProblem" ADD CONSTRAINT "MailboxProblem_tenancyId_fkey"
    FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
