-- AlterEnum
ALTER TYPE "TokenKind" ADD VALUE 'hostedProof';

-- AlterTable
ALTER TABLE "Tenancy" ADD COLUMN "hostedPages" BOOLEAN NOT NULL DEFAULT false;
