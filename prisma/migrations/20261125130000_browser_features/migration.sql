-- Hints for browsers, signals after a sign-in, and the time until which a registration may be open.
ALTER TABLE "Tenancy"
    ADD COLUMN "hints" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "signalsAfterSignIn" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "Tenancy" ADD CONSTRAINT "Tenancy_hints_check" CHECK (
    cardinality("hints") <= 3 AND "hints" <@ ARRAY['security-key', 'client-device', 'hybrid']
);

ALTER TABLE "UserHandle" ADD COLUMN "registrationUntil" TIMESTAMPTZ(3);
