import type { Service } from "@/lib/domain/base/context";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { lifetimes } from "@/lib/limits";

/** How long the console says that the database was restored. */
const shownMs = 30 * lifetimes.dayMs;

const keptKeys = "API keys kept";
const keptWebhooks = "webhooks kept";

/** A restore of the database. Times in ms. */
export interface Restore {
  restoredAt: number;
  /** When the backup was made. Whatever happened between the two is missing. */
  backupAt: number;
  keptKeys: boolean;
  keptWebhooks: boolean;
}

/** Writes the detail of the event `backup.restored`. */
export const restoreDetail = (
  backupAt: number,
  { keepsKeys, keepsWebhooks }: { keepsKeys: boolean; keepsWebhooks: boolean },
): string =>
  [
    new Date(backupAt).toISOString(),
    ...(keepsKeys ? [keptKeys] : []),
    ...(keepsWebhooks ? [keptWebhooks] : []),
  ].join(", ");

/** Finds the last restore of the last 30 days; null if there was none. */
export async function findRestore({
  db,
  clock,
}: Pick<Service, "db" | "clock">): Promise<Restore | null> {
  const system = await db.tenancy.findFirst({ where: { isSystem: true }, select: { id: true } });
  if (system === null) return null;
  const event = await db.auditEvent.findFirst({
    where: {
      tenancyId: system.id,
      action: "backup.restored",
      id: { gte: smallestIdAt(clock.now() - shownMs) },
    },
    orderBy: { id: "desc" },
    select: { createdAt: true, detail: true },
  });
  if (event === null) return null;
  const [backupAt = "", ...kept] = (event.detail ?? "").split(", ");
  return {
    restoredAt: event.createdAt.getTime(),
    backupAt: Date.parse(backupAt),
    keptKeys: kept.includes(keptKeys),
    keptWebhooks: kept.includes(keptWebhooks),
  };
}
