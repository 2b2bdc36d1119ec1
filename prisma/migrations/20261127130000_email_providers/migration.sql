-- The provider that accepted an email or tried it last. Null in rows of earlier releases.
ALTER TABLE "OutboxMail" ADD COLUMN "provider" TEXT;
