-- What operators, API keys and commands did to a target, without the events that every sign-in and every code adds.
CREATE INDEX "AuditEvent_changes_idx" ON "AuditEvent" ("tenancyId", "targetId", "id")
    WHERE "actorKind" <> 'browser' AND "action" <> 'challenge.created' AND "action" <> 'challenge.verified';
