-- The console shows what operators did. Most events are of backends, browsers and Keystead itself.
CREATE INDEX "AuditEvent_operators_idx" ON "AuditEvent" ("tenancyId", "id") WHERE "actorKind" = 'operator';
