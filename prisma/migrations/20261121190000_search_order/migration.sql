-- A search by username is walked in pages: those of one name have to have an order too.
DROP INDEX "Passkey_tenancyId_username_search_idx";
CREATE INDEX "Passkey_tenancyId_username_search_idx" ON "Passkey" ("tenancyId", lower("username") text_pattern_ops, "id");
