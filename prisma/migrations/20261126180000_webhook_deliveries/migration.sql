-- Failed attempts since the last success, and when the first of them was.
ALTER TABLE "Webhook" ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "failingSince" TIMESTAMPTZ(3);

-- An event to be sent to a webhook. `dueAt` is infinity while an earlier event about the user waits.
CREATE TABLE "WebhookDelivery" (
    "tenancyId" TEXT COLLATE "C" NOT NULL,
    "webhookId" TEXT COLLATE "C" NOT NULL,
    "number" BIGINT NOT NULL,
    "sub" TEXT COLLATE "C",
    "state" TEXT COLLATE "C" NOT NULL DEFAULT 'queued',
    "dueAt" TIMESTAMPTZ(3) NOT NULL DEFAULT 'infinity',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "firstAttemptAt" TIMESTAMPTZ(3),
    "endedAt" TIMESTAMPTZ(3),
    "status" INTEGER,
    "failure" TEXT,
    "ms" INTEGER,
    "excerpt" TEXT,

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("tenancyId", "webhookId", "number"),
    CONSTRAINT "WebhookDelivery_tenancyId_webhookId_fkey" FOREIGN KEY ("tenancyId", "webhookId")
        REFERENCES "Webhook"("tenancyId", "id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "WebhookDelivery_state_check" CHECK ("state" IN ('queued', 'sent', 'dead')),
    CONSTRAINT "WebhookDelivery_endedAt_check" CHECK (("state" = 'queued') = ("endedAt" IS NULL))
);

CREATE INDEX "WebhookDelivery_due_idx" ON "WebhookDelivery" ("tenancyId", "webhookId", "dueAt") WHERE "state" = 'queued';
CREATE INDEX "WebhookDelivery_order_idx" ON "WebhookDelivery" ("tenancyId", "webhookId", "sub", "number") WHERE "state" = 'queued';
CREATE INDEX "WebhookDelivery_blocked_idx" ON "WebhookDelivery" ("createdAt") WHERE "state" = 'queued' AND "dueAt" = 'infinity';
CREATE INDEX "WebhookDelivery_tenancyId_webhookId_state_number_idx" ON "WebhookDelivery" ("tenancyId", "webhookId", "state", "number");
CREATE INDEX "WebhookDelivery_endedAt_idx" ON "WebhookDelivery" ("endedAt") WHERE "endedAt" IS NOT NULL;
