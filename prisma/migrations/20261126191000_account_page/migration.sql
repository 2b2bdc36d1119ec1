ALTER TABLE "Tenancy" ADD COLUMN "accountPage" BOOLEAN NOT NULL DEFAULT false;

ALTER TABLE "Passkey" ADD COLUMN "label" TEXT,
    ADD CONSTRAINT "Passkey_label_check" CHECK (char_length("label") BETWEEN 1 AND 60);

-- A user on their own account page. Sessions end with the user's row.
CREATE TABLE "AccountSession" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "hash" BYTEA NOT NULL,
    "sub" TEXT COLLATE "C" NOT NULL,
    "passkeyId" TEXT COLLATE "C",
    "isThisDevice" BOOLEAN NOT NULL DEFAULT false,
    "challengeId" TEXT COLLATE "C",
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
    "steppedUpAt" TIMESTAMPTZ(3),

    CONSTRAINT "AccountSession_pkey" PRIMARY KEY ("tenancyId", "hash"),
    CONSTRAINT "AccountSession_tenancyId_sub_fkey" FOREIGN KEY ("tenancyId", "sub")
        REFERENCES "User"("tenancyId", "sub") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "AccountSession_steppedUpAt_check" CHECK ("steppedUpAt" IS NULL OR "passkeyId" IS NOT NULL)
);

CREATE INDEX "AccountSession_tenancyId_sub_idx" ON "AccountSession" ("tenancyId", "sub");
CREATE INDEX "AccountSession_lastSeenAt_idx" ON "AccountSession" ("lastSeenAt");
