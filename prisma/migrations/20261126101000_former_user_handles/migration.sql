-- User handles that a user no longer registers with, until their open registrations end.
CREATE TABLE "FormerUserHandle" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "userHandle" TEXT COLLATE "C" NOT NULL,
    "rpId" TEXT COLLATE "C" NOT NULL,
    "sub" TEXT COLLATE "C" NOT NULL,
    "registrationUntil" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FormerUserHandle_pkey" PRIMARY KEY ("tenancyId","userHandle","rpId","sub")
);

ALTER TABLE "FormerUserHandle" ADD CONSTRAINT "FormerUserHandle_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
