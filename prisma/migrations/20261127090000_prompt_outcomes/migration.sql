-- How long a passkey prompt was open, as the browser reported it. Null for all other events.
ALTER TABLE "TimelineEvent" ADD COLUMN "afterMs" INTEGER;
