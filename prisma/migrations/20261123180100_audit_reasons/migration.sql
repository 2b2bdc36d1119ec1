-- The console searches the reasons that operators and backends give. Most events have none.
CREATE INDEX "AuditEvent_reason_idx" ON "AuditEvent"("tenancyId", "id") WHERE "reason" IS NOT NULL;
