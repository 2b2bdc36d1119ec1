-- The origin of a refused page, so that operators see which one to add, or which site imitates theirs.
ALTER TABLE "TimelineEvent" ADD COLUMN "origin" TEXT;
