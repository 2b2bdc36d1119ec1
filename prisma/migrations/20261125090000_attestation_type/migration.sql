-- What the registration's own check of the attestation statement found; null of older and of
-- imported passkeys. The hash of the client data is what a stored statement signs, so that a policy
-- can check it again later.
ALTER TABLE "Passkey"
    ADD COLUMN "attestationType" TEXT,
    ADD COLUMN "clientDataHash" BYTEA;

ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_attestationType_check"
    CHECK ("attestationType" IN ('none', 'self', 'basic', 'invalid'));
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_clientDataHash_check"
    CHECK (
        "clientDataHash" IS NULL
        OR (octet_length("clientDataHash") = 32 AND "attestationObject" IS NOT NULL)
    );
