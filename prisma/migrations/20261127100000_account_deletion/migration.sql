-- Users delete their account, with a week to undo it, and undo a change of their email.
ALTER TYPE "TokenKind" ADD VALUE 'deletionUndo';
ALTER TYPE "TokenKind" ADD VALUE 'emailChangeUndo';

CREATE TYPE "AccountDeletion" AS ENUM ('off', 'reason', 'on');

ALTER TABLE "Tenancy" ADD COLUMN "accountDeletion" "AccountDeletion" NOT NULL DEFAULT 'off';

CREATE TABLE "UserDeletion" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "sub" TEXT COLLATE "C" NOT NULL,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,
    "dueAt" TIMESTAMPTZ(3) NOT NULL,
    "disabledAt" TIMESTAMPTZ(3) NOT NULL,
    "staysDisabled" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "UserDeletion_pkey" PRIMARY KEY ("tenancyId","sub")
);

-- By tenancy first, so that one tenancy's erasures don't wait for those of another.
CREATE INDEX "UserDeletion_tenancyId_dueAt_idx" ON "UserDeletion"("tenancyId", "dueAt");

ALTER TABLE "UserDeletion" ADD CONSTRAINT "UserDeletion_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "UserDeletion" ADD CONSTRAINT "UserDeletion_tenancyId_sub_fkey" FOREIGN KEY ("tenancyId", "sub") REFERENCES "User"("tenancyId", "sub") ON DELETE CASCADE ON UPDATE CASCADE;
