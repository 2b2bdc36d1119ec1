-- Domains that a tenancy may send email from, once a system owner has confirmed them.
CREATE TABLE "SenderDomain" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "domain" TEXT COLLATE "C" NOT NULL,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,
    "confirmedAt" TIMESTAMPTZ(3),
    "confirmedBy" TEXT,
    "graceUntil" TIMESTAMPTZ(3),

    CONSTRAINT "SenderDomain_pkey" PRIMARY KEY ("tenancyId","domain")
);

CREATE INDEX "SenderDomain_pending_idx" ON "SenderDomain"("requestedAt") WHERE "confirmedAt" IS NULL;

ALTER TABLE "SenderDomain" ADD CONSTRAINT "SenderDomain_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Senders that exist keep working for 30 days and are listed for confirmation.
INSERT INTO "SenderDomain" ("tenancyId", "domain", "requestedAt", "graceUntil")
SELECT "id", lower(substring("mailSender" FROM '[^@]+$')), now(), now() + interval '30 days'
FROM "Tenancy" WHERE "mailSender" LIKE '%@%' AND "deletedAt" IS NULL
ON CONFLICT DO NOTHING;
