-- What clients written for an older generation of the API expect of a tenancy.
ALTER TABLE "Tenancy"
    ADD COLUMN "issuer" TEXT,
    ADD COLUMN "sendEmailByDefault" BOOLEAN NOT NULL DEFAULT true,
    ADD CONSTRAINT "Tenancy_issuer_check" CHECK (char_length("issuer") BETWEEN 1 AND 255);
