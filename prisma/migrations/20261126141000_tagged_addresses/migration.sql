-- What API keys requested for an address and for those with a tag (user+tag@), in the row of the address without one.
ALTER TABLE "Mailbox"
  ADD COLUMN "allTagsAskedAt" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];
