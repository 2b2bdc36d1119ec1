-- What users changed themselves, without the events that every sign-in and every registration adds.
CREATE INDEX "AuditEvent_own_changes_idx" ON "AuditEvent" ("tenancyId", "targetId", "id")
    WHERE "actorKind" = 'browser' AND "action" IN (
        'passkey.deleted', 'passkey.labeled', 'passkey.reported', 'user.deletion-cancelled',
        'user.deletion-requested', 'user.email-change-undone', 'user.email-changed', 'user.exported',
        'user.updated');
