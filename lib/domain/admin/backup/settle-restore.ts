import { lockApiKey } from "@/lib/domain/access/api-key/set-api-key-state";
import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import type { Service, TenancyContext } from "@/lib/domain/base/context";
import { smallestIdAt } from "@/lib/domain/base/event-time";
import { eventsAbout, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { lockUser } from "@/lib/domain/user/lock-user";
import { withdrawDeletion } from "@/lib/domain/user/set-user-disabled";
import { lifetimes } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { disabledByRestore, sequences } from "./backup-tables";
import { eraseAgain, type ErasedRecord, tenancyContexts } from "./erase-again";

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
const restoreDetail = (
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

export interface RestoredBackup {
  id: string;
  /** When the snapshot was taken, in ms. */
  createdAt: number;
}

export interface RestoreChoices {
  /** Whether API keys work as they did when the backup was made. */
  keepsKeys: boolean;
  /** Whether webhooks get events as they did. If not, the load disabled them, at `restoredAt`. */
  keepsWebhooks: boolean;
  restoredAt: Date;
  /** What was erased after the backup. */
  erased: AsyncIterable<ErasedRecord> | Iterable<ErasedRecord>;
}

export interface SettledRestore {
  lockedKeys: number;
  disabledWebhooks: number;
  /** Users who wait for their deletion in the backup. They stay disabled. */
  withdrawnDeletions: number;
  erasedUsers: number;
  deletedTenancies: number;
}

/** Draws the next values of the sequences after those of the restored rows. */
async function advanceSequences({ db }: Pick<Service, "db">): Promise<void> {
  for (const { name, table, column } of sequences) {
    const largest = Prisma.raw(`SELECT max("${column}") FROM "${table}"`);
    await db.$executeRaw`
      SELECT setval(${`"${name}"`}::regclass, COALESCE((${largest}), 0) + 1, false)`;
  }
}

/** Lets the first reader give the feeds a new name, so that followers get FeedReset. */
const renameFeeds = ({ db }: Pick<Service, "db">) =>
  db.feed.updateMany({ data: { name: "", fingerprint: "" } });

const recordRestore = async (
  service: Service,
  { id, createdAt }: RestoredBackup,
  choices: RestoreChoices,
) =>
  recordAudit(
    { ...service, tenancy: await getSystemTenancy(service), actor: { kind: "system" } },
    service.db,
    {
      action: "backup.restored",
      target: { kind: "backup", id },
      detail: restoreDetail(createdAt, choices),
    },
  );

/**
 * Withdraws the requests of users to delete their account. Some of these users changed their mind after
 * the backup, and others are erased already. They stay disabled, for an operator to decide.
 */
async function withdrawDeletions(ctx: TenancyContext): Promise<number> {
  const tenancyId = ctx.tenancy.id;
  const requests = await ctx.db.userDeletion.findMany({
    where: { tenancyId },
    select: { sub: true },
  });
  let count = 0;
  for (const { sub } of requests)
    await ctx.db.$transaction(async (tx) => {
      await lockUser(ctx, tx, sub);
      if ((await withdrawDeletion(ctx, tx, sub)) === null) return;
      await tx.user.update({
        where: { tenancyId_sub: { tenancyId, sub } },
        data: {
          disabledReason: "The user had deleted the account when the restored backup was made",
          updatedAt: new Date(ctx.clock.now()),
        },
      });
      count++;
    });
  return count;
}

/** Locks the keys as an operator does, because the backup has keys that were revoked after it. */
async function lockKeys(ctx: TenancyContext, backup: RestoredBackup): Promise<number> {
  const keys = await ctx.db.apiKey.findMany({
    where: { tenancyId: ctx.tenancy.id, revokedAt: null },
    select: { id: true },
  });
  for (const { id } of keys)
    await lockApiKey(ctx, id, { reason: `Restored from the backup ${backup.id}` });
  return keys.length;
}

/** Records which webhooks the load disabled. */
async function recordDisabledWebhooks(
  ctx: TenancyContext,
  { id: backupId }: RestoredBackup,
  { restoredAt }: RestoreChoices,
): Promise<number> {
  const disabled = await ctx.db.webhook.findMany({
    where: {
      tenancyId: ctx.tenancy.id,
      disabledAt: restoredAt,
      disabledReason: disabledByRestore,
    },
    select: { id: true },
  });
  const ids = disabled.map(({ id }) => id);
  const reason = `Restored from the backup ${backupId}`;
  await recordAudit(ctx, ctx.db, ...eventsAbout("webhook", ids, "webhook.disabled", reason));
  return ids.length;
}

/**
 * Changes what a restored database must not have: feeds whose numbers belong to other events, keys
 * that may be revoked, requests to delete accounts, and users who were erased after the backup. No
 * other process uses the database meanwhile.
 */
export async function settleRestore(
  service: Service,
  backup: RestoredBackup,
  choices: RestoreChoices,
): Promise<SettledRestore> {
  await advanceSequences(service);
  await renameFeeds(service);
  await recordRestore(service, backup, choices);
  const settled = { lockedKeys: 0, disabledWebhooks: 0, withdrawnDeletions: 0 };
  for await (const ctx of tenancyContexts(service)) {
    settled.withdrawnDeletions += await withdrawDeletions(ctx);
    settled.disabledWebhooks += await recordDisabledWebhooks(ctx, backup, choices);
    if (!choices.keepsKeys) settled.lockedKeys += await lockKeys(ctx, backup);
  }
  return { ...settled, ...(await eraseAgain(service, backup, choices.erased)) };
}
