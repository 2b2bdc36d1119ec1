-- AlterEnum
ALTER TYPE "TokenKind" ADD VALUE 'passkeyUpdate';
ALTER TYPE "TokenKind" ADD VALUE 'passkeyDeletion';
ALTER TYPE "TokenKind" ADD VALUE 'passkeyPruning';

-- AlterTable
ALTER TABLE "Passkey" ADD COLUMN "namedAt" TIMESTAMPTZ(3);
UPDATE "Passkey" SET "namedAt" = "createdAt";
ALTER TABLE "Passkey" ALTER COLUMN "namedAt" SET NOT NULL;

-- DropIndex
DROP INDEX "Passkey_tenancyId_sub_idx";

-- CreateIndex
CREATE INDEX "Passkey_tenancyId_sub_id_idx" ON "Passkey"("tenancyId", "sub", "id");

-- CreateIndex
CREATE INDEX "Passkey_userHandle_idx" ON "Passkey"("userHandle");

-- CreateIndex
CREATE INDEX "Passkey_enabled_idx" ON "Passkey"("tenancyId", "id") WHERE ("disabledAt" IS NULL);

-- CreateIndex
CREATE INDEX "Passkey_disabled_idx" ON "Passkey"("tenancyId", "id") WHERE ("disabledAt" IS NOT NULL);
