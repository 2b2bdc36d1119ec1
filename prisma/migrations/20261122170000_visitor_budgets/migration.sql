-- Codes that visitors request no longer count against API keys. What was counted before stays with the keys.
ALTER TABLE "Challenge" ADD COLUMN "fromVisitor" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "Mailbox"
  ADD COLUMN "visitorAskedAt" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[],
  ADD COLUMN "visitorWrongAt" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];

-- CreateTable
CREATE TABLE "VisitorBudget" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "email" TEXT COLLATE "C" NOT NULL,
    "visitor" TEXT COLLATE "C" NOT NULL,
    "askedAt" TIMESTAMPTZ(3)[],
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "VisitorBudget_pkey" PRIMARY KEY ("tenancyId", "email", "visitor")
);

-- CreateIndex
CREATE INDEX "VisitorBudget_updatedAt_idx" ON "VisitorBudget"("updatedAt");

-- AddForeignKey
ALTER TABLE "VisitorBudget" ADD CONSTRAINT "VisitorBudget_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
