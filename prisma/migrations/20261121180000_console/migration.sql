-- Roles of the console, its sessions and invitations; the audit log's seals; counters that the overview reads.

ALTER TYPE "OperatorRole" ADD VALUE 'admin';
ALTER TYPE "OperatorRole" ADD VALUE 'support';
ALTER TYPE "OperatorRole" ADD VALUE 'auditor';
ALTER TYPE "TokenKind" ADD VALUE 'operatorLink';

CREATE TYPE "OperatorSignIn" AS ENUM ('passkey', 'code');

CREATE TABLE "OperatorSession" (
  "tenancyId" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "hash" BYTEA NOT NULL,
  "sub" TEXT COLLATE "C" NOT NULL,
  "signIn" "OperatorSignIn" NOT NULL,
  "passkeyId" TEXT COLLATE "C",
  "address" TEXT,
  "userAgent" TEXT,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "lastSeenAt" TIMESTAMPTZ(3) NOT NULL,
  "steppedUpAt" TIMESTAMPTZ(3),
  CONSTRAINT "OperatorSession_pkey" PRIMARY KEY ("tenancyId", "id"),
  CONSTRAINT "OperatorSession_tenancyId_sub_fkey" FOREIGN KEY ("tenancyId", "sub") REFERENCES "User" ("tenancyId", "sub") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "OperatorSession_tenancyId_hash_key" ON "OperatorSession" ("tenancyId", "hash");
CREATE INDEX "OperatorSession_tenancyId_sub_idx" ON "OperatorSession" ("tenancyId", "sub");
CREATE INDEX "OperatorSession_lastSeenAt_idx" ON "OperatorSession" ("lastSeenAt");

CREATE TABLE "OperatorPasskey" (
  "tenancyId" TEXT COLLATE "C" NOT NULL,
  "passkeyId" TEXT COLLATE "C" NOT NULL,
  "trustedFrom" TIMESTAMPTZ(3) NOT NULL,
  "approvedBy" TEXT COLLATE "C",
  CONSTRAINT "OperatorPasskey_pkey" PRIMARY KEY ("tenancyId", "passkeyId"),
  CONSTRAINT "OperatorPasskey_tenancyId_passkeyId_fkey" FOREIGN KEY ("tenancyId", "passkeyId") REFERENCES "Passkey" ("tenancyId", "id") ON DELETE CASCADE ON UPDATE CASCADE
);

CREATE TABLE "OperatorInvitation" (
  "tenancyId" TEXT COLLATE "C" NOT NULL,
  "id" TEXT COLLATE "C" NOT NULL,
  "email" TEXT NOT NULL,
  "emailNormalized" TEXT NOT NULL,
  "role" "OperatorRole" NOT NULL,
  "invitedBy" TEXT COLLATE "C" NOT NULL,
  "createdAt" TIMESTAMPTZ(3) NOT NULL,
  "expiresAt" TIMESTAMPTZ(3) NOT NULL,
  "acceptedAt" TIMESTAMPTZ(3),
  "revokedAt" TIMESTAMPTZ(3),
  CONSTRAINT "OperatorInvitation_pkey" PRIMARY KEY ("tenancyId", "id"),
  CONSTRAINT "OperatorInvitation_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "OperatorInvitation_open_key" ON "OperatorInvitation" ("tenancyId", "emailNormalized") WHERE "acceptedAt" IS NULL AND "revokedAt" IS NULL;

CREATE INDEX "Operator_sub_idx" ON "Operator" ("sub");

-- Who, from where, and what of it; and whether the row is sealed.
ALTER TABLE "AuditEvent" ADD COLUMN "address" TEXT, ADD COLUMN "detail" TEXT, ADD COLUMN "sealId" BIGINT;
CREATE INDEX "AuditEvent_tenancyId_targetId_id_idx" ON "AuditEvent" ("tenancyId", "targetId", "id");
CREATE INDEX "AuditEvent_tenancyId_action_id_idx" ON "AuditEvent" ("tenancyId", "action", "id");
CREATE INDEX "AuditEvent_operator_idx" ON "AuditEvent" ("tenancyId", "actorId", "id") WHERE "actorKind" = 'operator';
CREATE INDEX "AuditEvent_unsealed_idx" ON "AuditEvent" ("createdAt") WHERE "sealId" IS NULL;
CREATE INDEX "AuditEvent_sealId_idx" ON "AuditEvent" ("sealId") WHERE "sealId" IS NOT NULL;

CREATE TABLE "AuditSeal" (
  "id" BIGINT NOT NULL,
  "events" INTEGER NOT NULL,
  "previousHash" BYTEA NOT NULL,
  "hash" BYTEA NOT NULL,
  "sealedAt" TIMESTAMPTZ(3) NOT NULL,
  CONSTRAINT "AuditSeal_pkey" PRIMARY KEY ("id")
);

-- Append-only: a row may be sealed once, and nothing else may ever happen to it.
CREATE FUNCTION "refuse_audit_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND TG_TABLE_NAME = 'AuditEvent' THEN
    IF (to_jsonb(OLD) ->> 'sealId') IS NULL AND (to_jsonb(NEW) - 'sealId') = (to_jsonb(OLD) - 'sealId') THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only';
END $$;
CREATE TRIGGER "AuditEvent_append_only" BEFORE UPDATE OR DELETE ON "AuditEvent" FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "AuditEvent_no_truncate" BEFORE TRUNCATE ON "AuditEvent" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "AuditSeal_append_only" BEFORE UPDATE OR DELETE ON "AuditSeal" FOR EACH ROW EXECUTE FUNCTION "refuse_audit_change"();
CREATE TRIGGER "AuditSeal_no_truncate" BEFORE TRUNCATE ON "AuditSeal" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_audit_change"();

CREATE TABLE "ActivityCount" (
  "tenancyId" TEXT COLLATE "C" NOT NULL,
  "hour" TIMESTAMPTZ(3) NOT NULL,
  "metric" TEXT COLLATE "C" NOT NULL,
  "count" BIGINT NOT NULL,
  CONSTRAINT "ActivityCount_pkey" PRIMARY KEY ("tenancyId", "hour", "metric"),
  CONSTRAINT "ActivityCount_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- What the console's searches and filters walk.
CREATE INDEX "User_tenancyId_email_search_idx" ON "User" ("tenancyId", lower("emailNormalized") text_pattern_ops);
CREATE INDEX "User_tenancyId_givenName_search_idx" ON "User" ("tenancyId", lower("givenName") text_pattern_ops);
CREATE INDEX "User_tenancyId_familyName_search_idx" ON "User" ("tenancyId", lower("familyName") text_pattern_ops);
CREATE INDEX "Passkey_tenancyId_username_search_idx" ON "Passkey" ("tenancyId", lower("username") text_pattern_ops);
CREATE INDEX "Passkey_tenancyId_aaguid_id_idx" ON "Passkey" ("tenancyId", "aaguid", "id");
CREATE INDEX "Passkey_tenancyId_rpId_id_idx" ON "Passkey" ("tenancyId", "rpId", "id");

-- The console takes no passkey without fingerprint, face or PIN.
UPDATE "Tenancy" SET "userVerification" = 'required' WHERE "isSystem";
