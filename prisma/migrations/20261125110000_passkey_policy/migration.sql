-- Which passkeys a tenancy accepts. Every save adds a row; the tenancy names the current one. Version
-- 0 has no row: the policy is off.
CREATE TABLE "PasskeyPolicy" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "version" INTEGER NOT NULL,
    "document" JSON NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT COLLATE "C",
    "reason" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    CONSTRAINT "PasskeyPolicy_pkey" PRIMARY KEY ("tenancyId", "version"),
    CONSTRAINT "PasskeyPolicy_version_check" CHECK ("version" > 0),
    CONSTRAINT "PasskeyPolicy_tenancyId_fkey" FOREIGN KEY ("tenancyId")
        REFERENCES "Tenancy" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

ALTER TABLE "Tenancy" ADD COLUMN "passkeyPolicyVersion" INTEGER NOT NULL DEFAULT 0;
