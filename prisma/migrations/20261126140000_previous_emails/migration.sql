-- Every verified email that a change replaced gets notices of new passkeys until its own end. The columns
-- "previousEmail" and "previousEmailUntil" of "User" had room for one; the previous release still
-- writes them.
CREATE TABLE "PreviousEmail" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "sub" TEXT COLLATE "C" NOT NULL,
    "emailNormalized" TEXT COLLATE "C" NOT NULL,
    "email" TEXT NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PreviousEmail_pkey" PRIMARY KEY ("tenancyId","sub","emailNormalized")
);

CREATE INDEX "PreviousEmail_until_idx" ON "PreviousEmail"("until");

ALTER TABLE "PreviousEmail" ADD CONSTRAINT "PreviousEmail_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "PreviousEmail" ADD CONSTRAINT "PreviousEmail_tenancyId_sub_fkey" FOREIGN KEY ("tenancyId", "sub") REFERENCES "User"("tenancyId", "sub") ON DELETE CASCADE ON UPDATE CASCADE;
