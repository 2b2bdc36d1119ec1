-- Whether a backend adds a passkey to a user by the email alone. True for tenancies that exist, as before.
ALTER TABLE "Tenancy" ADD COLUMN "linkByEmail" BOOLEAN NOT NULL DEFAULT true;
