-- The id that an imported passkey had at its former service.
ALTER TABLE "Passkey" ADD COLUMN "formerId" TEXT COLLATE "C";

-- Never in the form of Keystead's own ids, so that a text is the id of at most one passkey.
ALTER TABLE "Passkey" ADD CONSTRAINT "Passkey_formerId_check" CHECK (
    "formerId" ~ '^[A-Za-z0-9._~-]{1,64}$' AND "formerId" !~ '^[0-7][0-9a-hjkmnp-tv-z]{25}$'
);

-- CreateIndex
CREATE UNIQUE INDEX "Passkey_tenancyId_formerId_key" ON "Passkey"("tenancyId", "formerId") WHERE ("formerId" IS NOT NULL);
