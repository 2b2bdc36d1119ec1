-- Endpoints to which the events of a tenancy are sent.
CREATE TABLE "Webhook" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "types" TEXT[] NOT NULL DEFAULT ARRAY[]::TEXT[],
    "disabledAt" TIMESTAMPTZ(3),
    "disabledReason" TEXT,
    "secret" TEXT NOT NULL,
    "previousSecret" TEXT,
    "previousSecretUntil" TIMESTAMPTZ(3),
    "createdBy" TEXT,
    "createdByKeyId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("tenancyId", "id"),
    CONSTRAINT "Webhook_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id")
        ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Webhook_name_check" CHECK (char_length("name") BETWEEN 1 AND 100),
    CONSTRAINT "Webhook_url_check" CHECK (char_length("url") BETWEEN 1 AND 2048),
    CONSTRAINT "Webhook_disabled_check" CHECK (("disabledAt" IS NULL) = ("disabledReason" IS NULL)),
    CONSTRAINT "Webhook_previousSecret_check" CHECK (("previousSecret" IS NULL) = ("previousSecretUntil" IS NULL))
);

CREATE INDEX "Webhook_previousSecretUntil_idx" ON "Webhook" ("previousSecretUntil") WHERE "previousSecret" IS NOT NULL;
