-- Three guards against a planted passkey, each off by default.
ALTER TYPE "TokenKind" ADD VALUE 'passkeyProof';
ALTER TYPE "TokenKind" ADD VALUE 'passkeyReport';

ALTER TABLE "Tenancy"
    ADD COLUMN "requireProofToAddPasskey" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "notifyOfNewPasskeys" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "quarantineHours" INTEGER NOT NULL DEFAULT 0;

ALTER TABLE "Tenancy" ADD CONSTRAINT "Tenancy_quarantineHours_check"
    CHECK ("quarantineHours" BETWEEN 0 AND 168);

ALTER TABLE "Passkey" ADD COLUMN "quarantinedUntil" TIMESTAMPTZ(3);

-- A code proves one new passkey, however many requests wait for it.
ALTER TABLE "Challenge" ADD COLUMN "consumedAt" TIMESTAMPTZ(3);

-- The verified email before the last change, which gets notices for some days.
ALTER TABLE "User"
    ADD COLUMN "previousEmail" TEXT,
    ADD COLUMN "previousEmailUntil" TIMESTAMPTZ(3);

ALTER TABLE "User" ADD CONSTRAINT "User_previousEmail_check"
    CHECK (("previousEmail" IS NULL) = ("previousEmailUntil" IS NULL));

CREATE INDEX "User_previousEmail_idx" ON "User"("previousEmailUntil")
    WHERE "previousEmailUntil" IS NOT NULL;
