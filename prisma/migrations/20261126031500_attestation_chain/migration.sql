-- What the chain of a stored attestation shows by itself: certificates, dates, and the root that it
-- reached. Null until it is read; a background task reads the chains of older releases.
ALTER TABLE "Passkey" ADD COLUMN "attestationChain" JSON;

-- Finds those that are not read yet.
CREATE INDEX "Passkey_unread_chain_idx" ON "Passkey"("tenancyId", "id")
    WHERE "attestationType" = 'basic' AND "attestationObject" IS NOT NULL
        AND "attestationChain" IS NULL;
