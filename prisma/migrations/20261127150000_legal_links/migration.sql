-- Linked at the foot of hosted pages.
ALTER TABLE "Tenancy"
    ADD COLUMN "termsUrl" TEXT,
    ADD COLUMN "privacyUrl" TEXT,
    ADD CONSTRAINT "Tenancy_termsUrl_check" CHECK (char_length("termsUrl") BETWEEN 1 AND 2000),
    ADD CONSTRAINT "Tenancy_privacyUrl_check" CHECK (char_length("privacyUrl") BETWEEN 1 AND 2000);
