import type { Service } from "@/lib/domain/base/context";
import { Prisma } from "@/prisma/generated/client";

/**
 * Whether webhook `h` gets an event: one of its own list of types, else of the default types. It gets
 * its own test events in any case.
 */
const isSent = Prisma.sql`
  CASE WHEN e."action" = 'webhook.tested' THEN e."targetId" = h."id"
    WHEN cardinality(h."types") = 0
      THEN e."action" <> 'passkey.authenticated' AND NOT starts_with(e."action", 'challenge.')
    ELSE e."action" = ANY (h."types") END`;

/**
 * Builds the INSERT of deliveries to the webhooks of the tenancies, from CTEs `events` and `tenancies`.
 * None is due: `releaseDeliveries` decides which may be sent.
 */
export const insertDeliveries = ({ clock }: Pick<Service, "clock">): Prisma.Sql => Prisma.sql`
  INSERT INTO "WebhookDelivery" ("tenancyId", "webhookId", "number", "sub", "createdAt")
  SELECT e."tenancyId", h."id", t."last" + e."place", e."sub", ${new Date(clock.now())}
  FROM events e JOIN tenancies t USING ("tenancyId")
  JOIN "Webhook" h ON h."tenancyId" = e."tenancyId" AND h."disabledAt" IS NULL AND ${isSent}`;
