-- CreateEnum
CREATE TYPE "OperatorRole" AS ENUM ('owner');

-- CreateTable
CREATE TABLE "Operator" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "sub" TEXT COLLATE "C" NOT NULL,
    "role" "OperatorRole" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Operator_pkey" PRIMARY KEY ("tenancyId", "sub")
);

-- CreateIndex
CREATE UNIQUE INDEX "Tenancy_system_key" ON "Tenancy"("isSystem") WHERE "isSystem";

-- AddForeignKey
ALTER TABLE "Operator" ADD CONSTRAINT "Operator_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
