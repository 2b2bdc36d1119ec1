-- When a receiver first answered 410. A second one, five minutes later, disables the webhook.
ALTER TABLE "Webhook" ADD COLUMN "goneAt" TIMESTAMPTZ(3);
