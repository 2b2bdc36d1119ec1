import { z } from "zod";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { findSystemTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { queueNotices } from "@/lib/domain/user/email/queue-notices";
import type { ClaimedWebhookDelivery } from "./claim-webhook-deliveries";
import { deliveryLimits } from "./delivery-limits";

const Admin = z.object({ email: z.string(), webhook: z.string(), tenancy: z.string() });

/**
 * The system tenancy's context, from which operators get emails. Read it before the transaction. Null
 * before the first start: then there are no operators.
 */
export async function noticeContext(service: Service): Promise<TenancyContext | null> {
  const tenancy = await findSystemTenancy(service);
  if (tenancy === null) return null;
  return { ...service, tenancy, actor: { kind: "system" }, requestId: "", client: {} };
}

/**
 * Queues an email to those who can change a webhook that was disabled because its receiver is gone, in
 * the transaction that disables it. It says until when the waiting events are kept.
 */
export async function notifyOfGoneWebhook(
  system: TenancyContext,
  tx: Queryable,
  { tenancyId, webhookId }: Pick<ClaimedWebhookDelivery, "tenancyId" | "webhookId">,
): Promise<void> {
  // Raw, because operators have no relation to users.
  const admins = await tx.query(Admin)`
    SELECT DISTINCT u."email", h."name" AS "webhook", t."name" AS "tenancy"
    FROM "Webhook" h JOIN "Tenancy" t ON t."id" = h."tenancyId"
    JOIN "Operator" o ON o."tenancyId" = t."id" AND o."role" IN ('owner', 'admin')
    JOIN "User" u ON u."tenancyId" = ${system.tenancy.id} AND u."sub" = o."sub"
      AND u."disabledAt" IS NULL AND u."email" <> ''
    WHERE h."tenancyId" = ${tenancyId} AND h."id" = ${webhookId}`;
  const [first] = admins;
  if (first === undefined) return;
  const { webhook, tenancy } = first;
  const untilMs = system.clock.now() + deliveryLimits.keptWhileOffMs;
  await queueNotices(system, tx, {
    to: admins.map(({ email }) => email),
    mail: { kind: "webhook-gone", webhook, tenancy, untilMs },
    expiresAt: untilMs,
  });
}
