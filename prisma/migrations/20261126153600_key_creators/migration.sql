-- API keys can create and lock keys. Both columns stay null for what operators and the command line do.
ALTER TABLE "ApiKey" ADD COLUMN "createdByKeyId" TEXT, ADD COLUMN "keyLockedAt" TIMESTAMPTZ(3);

-- Finds the keys that a key created.
CREATE INDEX "ApiKey_tenancyId_createdByKeyId_idx" ON "ApiKey" ("tenancyId", "createdByKeyId")
    WHERE "createdByKeyId" IS NOT NULL;
