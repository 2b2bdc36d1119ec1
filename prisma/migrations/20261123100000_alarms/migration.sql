-- The alarms that are raised now, so that several instances log each of them once.
CREATE TABLE "Alarm" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "kind" TEXT COLLATE "C" NOT NULL,
    "raisedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Alarm_pkey" PRIMARY KEY ("tenancyId", "kind")
);

ALTER TABLE "Alarm" ADD CONSTRAINT "Alarm_tenancyId_fkey" FOREIGN KEY ("tenancyId") REFERENCES "Tenancy"("id") ON DELETE CASCADE ON UPDATE CASCADE;
