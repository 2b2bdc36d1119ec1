-- CreateEnum
CREATE TYPE "MailState" AS ENUM ('queued', 'sent', 'dead');

-- AlterTable
ALTER TABLE "Tenancy" ADD COLUMN "brandLogoHash" TEXT;

-- CreateTable
CREATE TABLE "Challenge" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "purpose" TEXT COLLATE "C" NOT NULL,
    "email" TEXT NOT NULL,
    "emailNormalized" TEXT COLLATE "C" NOT NULL,
    "name" TEXT,
    "userId" TEXT COLLATE "C",
    "metadata" JSON,
    "secretHash" BYTEA NOT NULL,
    "codeMac" BYTEA NOT NULL,
    "codeDigits" INTEGER NOT NULL,
    "attempts" INTEGER NOT NULL,
    "attemptsLeft" INTEGER NOT NULL,
    "isGuarded" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "verifiedAt" TIMESTAMPTZ(3),
    "deletedAt" TIMESTAMPTZ(3),

    CONSTRAINT "Challenge_pkey" PRIMARY KEY ("tenancyId", "id"),
    CONSTRAINT "Challenge_attempts_check" CHECK ("attemptsLeft" BETWEEN 0 AND "attempts")
);

-- CreateTable
CREATE TABLE "Mailbox" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "askedAt" TIMESTAMPTZ(3)[],
    "wrongAt" TIMESTAMPTZ(3)[],
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Mailbox_pkey" PRIMARY KEY ("tenancyId", "email")
);

-- CreateTable
CREATE TABLE "OutboxMail" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "challengeId" TEXT COLLATE "C",
    "sealed" TEXT,
    "state" "MailState" NOT NULL DEFAULT 'queued',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "OutboxMail_pkey" PRIMARY KEY ("tenancyId", "id"),
    -- What has been sent, or never will be, is not kept.
    CONSTRAINT "OutboxMail_sealed_check" CHECK (("state" = 'queued') = ("sealed" IS NOT NULL))
);

-- CreateTable
CREATE TABLE "InboxMail" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "sender" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "html" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "receivedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "InboxMail_pkey" PRIMARY KEY ("tenancyId", "id")
);

-- Each row is changed soon after it was written; with room on its page no index has to follow.
ALTER TABLE "Challenge" SET (fillfactor = 70);
ALTER TABLE "Mailbox" SET (fillfactor = 70);

-- CreateIndex
CREATE INDEX "Challenge_tenancyId_emailNormalized_purpose_idx" ON "Challenge"("tenancyId", "emailNormalized", "purpose");

-- CreateIndex
CREATE INDEX "Challenge_tenancyId_userId_purpose_idx" ON "Challenge"("tenancyId", "userId", "purpose");

-- CreateIndex
CREATE INDEX "Challenge_expiresAt_idx" ON "Challenge"("expiresAt");

-- CreateIndex
CREATE INDEX "Mailbox_updatedAt_idx" ON "Mailbox"("updatedAt");

-- CreateIndex
CREATE INDEX "OutboxMail_tenancyId_challengeId_idx" ON "OutboxMail"("tenancyId", "challengeId");

-- CreateIndex
CREATE INDEX "OutboxMail_dueAt_idx" ON "OutboxMail"("dueAt") WHERE ("state" = 'queued'::"MailState");

-- CreateIndex
CREATE INDEX "OutboxMail_expiresAt_idx" ON "OutboxMail"("expiresAt");

-- CreateIndex
CREATE INDEX "InboxMail_receivedAt_idx" ON "InboxMail"("receivedAt");

-- AddForeignKey
ALTER TABLE "Challenge" ADD CONSTRAINT "Challenge_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mailbox" ADD CONSTRAINT "Mailbox_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutboxMail" ADD CONSTRAINT "OutboxMail_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "InboxMail" ADD CONSTRAINT "InboxMail_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
