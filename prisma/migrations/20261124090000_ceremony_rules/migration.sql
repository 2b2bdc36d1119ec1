-- The rules of ceremonies that a tenancy can choose. Defaults keep what every release did before.
CREATE TYPE "SignatureCounter" AS ENUM ('record', 'refuse');

ALTER TABLE "Tenancy"
    ADD COLUMN "algorithms" INTEGER[] DEFAULT ARRAY[-8, -7, -257]::INTEGER[],
    ADD COLUMN "topOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    ADD COLUMN "allowCrossOriginWithoutTopOrigin" BOOLEAN NOT NULL DEFAULT false,
    ADD COLUMN "signatureCounter" "SignatureCounter" NOT NULL DEFAULT 'record';

ALTER TABLE "Tenancy" ADD CONSTRAINT "Tenancy_algorithms_check" CHECK (
    cardinality("algorithms") > 0 AND "algorithms" <@ ARRAY[-8, -7, -257, -35, -36, -53]::INTEGER[]
);
