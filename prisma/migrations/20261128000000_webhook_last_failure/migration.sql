-- An alarm about a failing webhook names the cause.
ALTER TABLE "Webhook" ADD COLUMN "lastFailure" TEXT;
