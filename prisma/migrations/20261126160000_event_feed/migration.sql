-- Drawn while the row of the event's user is locked, so that it has the order of their commits. Without
-- CACHE, a later draw is a larger number in every session. Events from before this migration have none.
CREATE SEQUENCE "AuditEvent_sequence_seq" AS BIGINT;
-- Prisma understands no other default of an optional column than a function's.
CREATE FUNCTION "next_event_sequence"() RETURNS BIGINT LANGUAGE sql VOLATILE
    AS $$ SELECT nextval('"AuditEvent_sequence_seq"'::regclass) $$;
-- In two steps: a column that is added with this default would rewrite the table.
ALTER TABLE "AuditEvent" ADD COLUMN "sequence" BIGINT;
ALTER TABLE "AuditEvent" ALTER COLUMN "sequence" SET DEFAULT "next_event_sequence"();

-- Seals take events in this order. The previous release sorts the few rows of this index instead.
CREATE INDEX "AuditEvent_unsealed_sequence_idx" ON "AuditEvent" ("sequence" NULLS FIRST) WHERE "sealId" IS NULL;
DROP INDEX "AuditEvent_unsealed_idx";

-- The events of a tenancy in the order in which applications follow them.
CREATE TABLE "FeedEvent" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "number" BIGINT NOT NULL,
    "eventId" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "sub" TEXT COLLATE "C",

    CONSTRAINT "FeedEvent_pkey" PRIMARY KEY ("tenancyId", "number"),
    CONSTRAINT "FeedEvent_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id")
        ON DELETE CASCADE ON UPDATE CASCADE
);

-- One row: the last seal whose events have numbers, and the feed's name with what it was made for.
CREATE TABLE "Feed" (
    "isOnly" BOOLEAN NOT NULL DEFAULT TRUE,
    "sealId" BIGINT NOT NULL,
    "name" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,

    CONSTRAINT "Feed_pkey" PRIMARY KEY ("isOnly"),
    CONSTRAINT "Feed_isOnly_check" CHECK ("isOnly")
);
INSERT INTO "Feed" ("sealId", "name", "fingerprint") SELECT COALESCE(max("id"), 0), '', '' FROM "AuditSeal";
