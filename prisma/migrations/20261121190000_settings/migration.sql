-- Tenancies that are being deleted, keys that replace others, and the bounds of settings (contract §2) once more.

ALTER TABLE "Tenancy" ADD COLUMN "deletedAt" TIMESTAMPTZ(3);
-- Whoever is turned away from a suspended tenancy is turned away from a deleted one.
ALTER TABLE "Tenancy" ADD CONSTRAINT "Tenancy_deleted_is_suspended" CHECK ("deletedAt" IS NULL OR "suspendedAt" IS NOT NULL);
CREATE INDEX "Tenancy_deleted_idx" ON "Tenancy" ("deletedAt") WHERE "deletedAt" IS NOT NULL;

ALTER TABLE "Tenancy"
  ADD CONSTRAINT "Tenancy_passkeysPerUser" CHECK ("passkeysPerUser" BETWEEN 1 AND 100),
  ADD CONSTRAINT "Tenancy_codeDigits" CHECK ("codeDigits" BETWEEN 6 AND 10),
  ADD CONSTRAINT "Tenancy_codeMs" CHECK ("codeMs" BETWEEN 60000 AND 600000),
  ADD CONSTRAINT "Tenancy_codeAttempts" CHECK ("codeAttempts" BETWEEN 3 AND 10),
  ADD CONSTRAINT "Tenancy_limits" CHECK (LEAST("challengesPerTenMinutes", "challengesPerDay", "challengesPerHourCeiling", "optionsPerMinutePerAddress", "optionsPerMinute", "verificationsPerMinutePerAddress", "exchangesPerMinutePerAddress") >= 1);

ALTER TABLE "ApiKey" ADD COLUMN "replacedById" TEXT COLLATE "C";
