-- The endpoint of a refused request, and the field that it refused, so that developers see what to change.
ALTER TABLE "TimelineEvent" ADD COLUMN "operation" TEXT, ADD COLUMN "field" TEXT;
