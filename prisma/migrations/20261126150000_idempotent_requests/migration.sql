-- The first requests with an Idempotency-Key, and their replies.
CREATE TABLE "IdempotentRequest" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "name" BYTEA NOT NULL,
    "fingerprint" BYTEA NOT NULL,
    "attemptId" TEXT COLLATE "C" NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "reply" TEXT,
    "replyKeptUntil" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "IdempotentRequest_pkey" PRIMARY KEY ("tenancyId", "name"),
    CONSTRAINT "IdempotentRequest_name_check" CHECK (octet_length("name") = 32),
    CONSTRAINT "IdempotentRequest_fingerprint_check" CHECK (octet_length("fingerprint") = 32)
);

CREATE INDEX "IdempotentRequest_expiresAt_idx" ON "IdempotentRequest" ("expiresAt");
CREATE INDEX "IdempotentRequest_replyKeptUntil_idx" ON "IdempotentRequest" ("replyKeptUntil") WHERE "reply" IS NOT NULL;
