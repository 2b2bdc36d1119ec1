-- Where a sign-in's authenticator was, as the browser reported it, and the proof of a sign-in that may
-- add a passkey for this device.
ALTER TYPE "TokenKind" ADD VALUE 'hostedDeviceProof';

ALTER TABLE "TimelineEvent" ADD COLUMN "authenticatorAttachment" TEXT;
