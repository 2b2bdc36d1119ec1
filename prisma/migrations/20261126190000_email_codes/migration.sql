-- Whether an emailed code signs in on the hosted pages, or only lets users add a passkey.
ALTER TABLE "Tenancy"
    ADD COLUMN "emailCodes" TEXT NOT NULL DEFAULT 'sign-in',
    ADD CONSTRAINT "Tenancy_emailCodes_check" CHECK ("emailCodes" IN ('sign-in', 'recovery-only'));
