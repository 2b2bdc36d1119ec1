import { z } from "zod";
import type { Queryable, Service } from "@/lib/domain/base/context";
import { findPlatformName } from "@/lib/domain/base/find-platform-name";
import { isCounted } from "@/lib/domain/record/audit/audit-actions";
import { type LoggedSeal, sealAudit, type SealedEvent } from "@/lib/domain/record/audit/seal-audit";
import { type Activity, addActivity, hourOf, type Metric } from "./add-activity";

const Row = z.object({ tenancyId: z.string(), id: z.string(), aaguid: z.string() });

/** Counts registrations by passkey provider. All unknown AAGUIDs count as one provider. */
async function countProviders(tx: Queryable, events: readonly SealedEvent[]): Promise<Activity[]> {
  const registered = events.filter(({ action }) => action === "passkey.registered");
  if (registered.length === 0) return [];
  const ids = JSON.stringify(registered.map(({ tenancyId, targetId: id }) => ({ tenancyId, id })));
  // Raw, because Prisma would need a condition for each pair of ids.
  const rows = await tx.query(Row)`
    SELECT p."tenancyId", p."id", p."aaguid"
    FROM jsonb_to_recordset(${ids}::jsonb) AS w("tenancyId" text, "id" text)
    JOIN "Passkey" p ON p."tenancyId" = w."tenancyId" COLLATE "C" AND p."id" = w."id" COLLATE "C"`;
  const aaguids = new Map(rows.map(({ tenancyId, id, aaguid }) => [`${tenancyId} ${id}`, aaguid]));
  return registered.map(({ tenancyId, targetId, createdAt }) => {
    const aaguid = aaguids.get(`${tenancyId} ${targetId}`) ?? "";
    const metric: Metric = `provider.${findPlatformName(aaguid) === undefined ? "unknown" : aaguid}`;
    return { tenancyId, hourMs: hourOf(createdAt.getTime()), metric, count: 1 };
  });
}

async function rollUp(tx: Queryable, events: readonly SealedEvent[]): Promise<void> {
  const audited = events.flatMap(({ tenancyId, action, createdAt }) =>
    isCounted(action)
      ? [{ tenancyId, hourMs: hourOf(createdAt.getTime()), metric: action, count: 1 }]
      : [],
  );
  const activities = [...audited, ...(await countProviders(tx, events))];
  if (activities.length > 0) await addActivity(tx, activities);
}

/**
 * Seals a batch of audit events and adds them to the activity counts.
 * @returns the seal; null if there was nothing to seal, or another instance is sealing
 */
export const sealAndCount = (service: Pick<Service, "db" | "clock">): Promise<LoggedSeal | null> =>
  sealAudit(service, rollUp);
