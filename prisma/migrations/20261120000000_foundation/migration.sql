-- CreateEnum
CREATE TYPE "Environment" AS ENUM ('development', 'staging', 'production');

-- CreateEnum
CREATE TYPE "UserVerification" AS ENUM ('required', 'preferred', 'discouraged');

-- CreateEnum
CREATE TYPE "Attestation" AS ENUM ('none', 'direct');

-- CreateEnum
CREATE TYPE "TokenKind" AS ENUM ('registration', 'registrationSession', 'authentication', 'authenticationSession', 'code');

-- CreateTable
CREATE TABLE "Tenancy" (
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "isSystem" BOOLEAN NOT NULL DEFAULT false,
    "environment" "Environment" NOT NULL,
    "rpId" TEXT COLLATE "C" NOT NULL,
    "rpIds" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "rpName" TEXT NOT NULL,
    "allowedOrigins" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "redirectUris" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "clientId" TEXT COLLATE "C" NOT NULL,
    "requireClientId" BOOLEAN NOT NULL DEFAULT false,
    "selfServiceRegistration" BOOLEAN NOT NULL,
    "selfServiceAuthentication" BOOLEAN NOT NULL DEFAULT true,
    "userVerification" "UserVerification" NOT NULL DEFAULT 'preferred',
    "attestation" "Attestation" NOT NULL DEFAULT 'none',
    "passkeysPerUser" INTEGER NOT NULL DEFAULT 20,
    "codeDigits" INTEGER NOT NULL DEFAULT 6,
    "codeMs" INTEGER NOT NULL DEFAULT 600000,
    "codeAttempts" INTEGER NOT NULL DEFAULT 5,
    "challengesPerTenMinutes" INTEGER NOT NULL DEFAULT 5,
    "challengesPerDay" INTEGER NOT NULL DEFAULT 20,
    "challengesPerHourCeiling" INTEGER NOT NULL DEFAULT 10000,
    "optionsPerMinutePerAddress" INTEGER NOT NULL DEFAULT 30,
    "optionsPerMinute" INTEGER NOT NULL DEFAULT 1200,
    "verificationsPerMinutePerAddress" INTEGER NOT NULL DEFAULT 60,
    "exchangesPerMinutePerAddress" INTEGER NOT NULL DEFAULT 60,
    "brandName" TEXT,
    "brandColor" TEXT,
    "brandLogo" BYTEA,
    "brandLogoType" TEXT,
    "mailSender" TEXT,
    "mailReplyTo" TEXT,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "legacyLookups" BOOLEAN NOT NULL DEFAULT false,
    "suspendedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Tenancy_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RelatedOriginsHost" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "host" TEXT COLLATE "C" NOT NULL,
    "confirmedAt" TIMESTAMPTZ(3) NOT NULL,
    "confirmedBy" TEXT NOT NULL,

    CONSTRAINT "RelatedOriginsHost_pkey" PRIMARY KEY ("tenancyId","host")
);

-- CreateTable
CREATE TABLE "ApiKey" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "name" TEXT NOT NULL,
    "publicId" TEXT COLLATE "C" NOT NULL,
    "hash" BYTEA NOT NULL,
    "scopes" TEXT[],
    "lastUsedAt" TIMESTAMPTZ(3),
    "expiresAt" TIMESTAMPTZ(3),
    "lockedAt" TIMESTAMPTZ(3),
    "revokedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("tenancyId","id")
);

-- CreateTable
CREATE TABLE "User" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "sub" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C",
    "email" TEXT NOT NULL DEFAULT '',
    "emailNormalized" TEXT COLLATE "C",
    "emailVerified" BOOLEAN NOT NULL DEFAULT false,
    "emailVouched" BOOLEAN NOT NULL DEFAULT false,
    "givenName" TEXT NOT NULL DEFAULT '',
    "familyName" TEXT NOT NULL DEFAULT '',
    "selfService" BOOLEAN NOT NULL,
    "disabledAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "User_email_check" CHECK (("email" = '') = ("emailNormalized" IS NULL)),
    CONSTRAINT "User_pkey" PRIMARY KEY ("tenancyId","sub")
);

-- CreateTable
CREATE TABLE "UserHandle" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "sub" TEXT COLLATE "C" NOT NULL,
    "rpId" TEXT COLLATE "C" NOT NULL,
    "userHandle" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UserHandle_pkey" PRIMARY KEY ("tenancyId","sub","rpId")
);

-- CreateTable
CREATE TABLE "Passkey" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "sub" TEXT COLLATE "C" NOT NULL,
    "rpId" TEXT COLLATE "C" NOT NULL,
    "credentialId" TEXT COLLATE "C" NOT NULL,
    "userHandle" TEXT COLLATE "C" NOT NULL,
    "publicKey" BYTEA NOT NULL,
    "algorithm" INTEGER NOT NULL,
    "signCount" BIGINT NOT NULL,
    "signCountRegressedAt" TIMESTAMPTZ(3),
    "transports" TEXT[],
    "backupEligible" BOOLEAN NOT NULL,
    "backedUp" BOOLEAN NOT NULL,
    "userVerified" BOOLEAN NOT NULL,
    "aaguid" TEXT NOT NULL,
    "attestationFormat" TEXT NOT NULL,
    "attestationObject" BYTEA,
    "username" TEXT NOT NULL,
    "displayName" TEXT NOT NULL,
    "disabledAt" TIMESTAMPTZ(3),
    "disabledReason" TEXT,
    "lastUsedAt" TIMESTAMPTZ(3),
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "updatedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Passkey_pkey" PRIMARY KEY ("tenancyId","id")
);

-- CreateTable
CREATE TABLE "OneTimeToken" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "hash" BYTEA NOT NULL,
    "kind" "TokenKind" NOT NULL,
    "payload" JSON NOT NULL,
    "sub" TEXT COLLATE "C",
    "passkeyId" TEXT COLLATE "C",
    "apiKeyId" TEXT COLLATE "C",
    "codeChallenge" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "consumedAt" TIMESTAMPTZ(3),

    CONSTRAINT "OneTimeToken_pkey" PRIMARY KEY ("tenancyId","hash")
);

-- CreateTable
CREATE TABLE "SigningKey" (
    "kid" TEXT COLLATE "C" NOT NULL,
    "algorithm" TEXT NOT NULL,
    "publicJwk" JSON NOT NULL,
    "privateJwe" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "activeFrom" TIMESTAMPTZ(3) NOT NULL,
    "retiredAt" TIMESTAMPTZ(3),

    CONSTRAINT "SigningKey_pkey" PRIMARY KEY ("kid")
);

-- CreateTable
CREATE TABLE "AuditEvent" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "id" TEXT COLLATE "C" NOT NULL,
    "action" TEXT NOT NULL,
    "actorKind" TEXT NOT NULL,
    "actorId" TEXT COLLATE "C",
    "targetKind" TEXT NOT NULL,
    "targetId" TEXT COLLATE "C" NOT NULL,
    "requestId" TEXT,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "AuditEvent_pkey" PRIMARY KEY ("tenancyId","id")
);

-- CreateTable
CREATE TABLE "LimitCounter" (
    "key" VARCHAR(255) NOT NULL,
    "points" INTEGER NOT NULL DEFAULT 0,
    "expire" BIGINT,

    CONSTRAINT "LimitCounter_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE UNIQUE INDEX "Tenancy_clientId_key" ON "Tenancy"("clientId");

-- CreateIndex
CREATE UNIQUE INDEX "RelatedOriginsHost_host_key" ON "RelatedOriginsHost"("host");

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_tenancyId_publicId_key" ON "ApiKey"("tenancyId", "publicId");

-- CreateIndex
CREATE INDEX "User_tenancyId_emailNormalized_idx" ON "User"("tenancyId", "emailNormalized");

-- CreateIndex
CREATE UNIQUE INDEX "User_tenancyId_userId_key" ON "User"("tenancyId", "userId");

-- CreateIndex
CREATE UNIQUE INDEX "User_held_email_key" ON "User"("tenancyId", "emailNormalized") WHERE ("emailVerified" OR "emailVouched");

-- CreateIndex
CREATE INDEX "Passkey_tenancyId_sub_idx" ON "Passkey"("tenancyId", "sub");

-- CreateIndex
CREATE INDEX "Passkey_credentialId_rpId_idx" ON "Passkey"("credentialId", "rpId");

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_tenancyId_credentialId_key" ON "Passkey"("tenancyId", "credentialId");

-- CreateIndex
CREATE INDEX "OneTimeToken_expiresAt_idx" ON "OneTimeToken"("expiresAt");

-- CreateIndex
CREATE INDEX "LimitCounter_expire_idx" ON "LimitCounter"("expire");

-- AddForeignKey
ALTER TABLE "RelatedOriginsHost" ADD CONSTRAINT "RelatedOriginsHost_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "User" ADD CONSTRAINT "User_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserHandle" ADD CONSTRAINT "UserHandle_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "UserHandle" ADD CONSTRAINT "UserHandle_tenancyId_sub_fkey" FOREIGN KEY ("tenancyId", "sub") REFERENCES "User"("tenancyId", "sub") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_tenancyId_sub_fkey" FOREIGN KEY ("tenancyId", "sub") REFERENCES "User"("tenancyId", "sub") ON DELETE CASCADE ON UPDATE CASCADE;


