-- The timeline finds the user of a passkey that is unknown here by the user handle that the browser sent.
CREATE INDEX "UserHandle_tenancyId_userHandle_idx" ON "UserHandle"("tenancyId", "userHandle");
