-- AlterTable
ALTER TABLE "Passkey" ADD COLUMN "backupAssumed" BOOLEAN NOT NULL DEFAULT false;
