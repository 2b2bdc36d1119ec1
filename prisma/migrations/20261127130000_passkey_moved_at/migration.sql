-- When a passkey was moved to its user from another one. The account page trusts it a day after that.
ALTER TABLE "Passkey" ADD COLUMN "movedAt" TIMESTAMPTZ(3);
