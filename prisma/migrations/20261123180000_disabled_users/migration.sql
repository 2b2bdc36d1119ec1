-- The console lists disabled users. Few users are, so the index is small.
CREATE INDEX "User_disabled_idx" ON "User"("tenancyId", "sub") WHERE "disabledAt" IS NOT NULL;
