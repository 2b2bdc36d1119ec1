-- Whom a stored reply describes, as HMACs, so that an erasure finds it. Empty in rows of earlier releases.
ALTER TABLE "IdempotentRequest" ADD COLUMN "subjects" TEXT[] DEFAULT ARRAY[]::TEXT[];
