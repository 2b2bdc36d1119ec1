import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { badRequest, ServiceError } from "@/lib/errors";

/**
 * Requires a webhook that events are sent to.
 * @throws NotFound · BadRequest if it is disabled
 */
export async function requireEnabled(
  { tenancy }: TenancyContext,
  db: Queryable,
  id: string,
): Promise<void> {
  const webhook = await db.webhook.findUnique({
    where: { tenancyId_id: { tenancyId: tenancy.id, id } },
    select: { disabledAt: true },
  });
  if (webhook === null) throw new ServiceError("@error/NotFound");
  if (webhook.disabledAt !== null)
    throw badRequest("id", "The webhook is disabled. Enable it first.");
}
