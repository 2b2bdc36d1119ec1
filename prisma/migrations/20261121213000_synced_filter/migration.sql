-- The console's filter for synced passkeys. Sign-ins write the column without changing it, so they do not pay for this.
CREATE INDEX "Passkey_tenancyId_backedUp_id_idx" ON "Passkey" ("tenancyId", "backedUp", "id");
