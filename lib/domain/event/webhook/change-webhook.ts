import type { TenancyContext } from "@/lib/domain/base/context";
import { purgeBatch } from "@/lib/domain/base/purge-batch";
import { requireName } from "@/lib/domain/base/tenancy/name";
import type { AuditAction } from "@/lib/domain/record/audit/audit-actions";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { type ListedWebhook, listedWebhook, omitSecrets } from "./list-webhooks";
import { parseEventTypes, parseWebhookUrl } from "./parse-webhook";

/** What to change; absent fields stay as they are. */
export interface WebhookChange {
  name?: string | undefined;
  url?: string | undefined;
  /** Null: the default types. */
  types?: readonly string[] | null | undefined;
  isEnabled?: boolean | undefined;
}

/** Returns the validated columns that the change sets, without the state. */
const fieldsOf = ({ name, url, types }: WebhookChange) => ({
  ...(name === undefined ? {} : { name: requireName("name", name) }),
  ...(url === undefined ? {} : { url: parseWebhookUrl(url) }),
  ...(types === undefined ? {} : { types: parseEventTypes(types) }),
});

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What a webhook that may work again begins with. */
const noFailures = { failures: 0, failingSince: null, lastFailure: null, goneAt: null };

/** Returns the columns of the new state, or undefined if it is the current one. */
function stateChangeOf(
  isEnabled: boolean | undefined,
  { disabledAt }: { disabledAt: Date | null },
  now: Date,
): { action: AuditAction; data: Prisma.WebhookUpdateInput } | undefined {
  if (isEnabled === undefined || isEnabled === (disabledAt === null)) return undefined;
  return isEnabled
    ? { action: "webhook.enabled", data: { disabledAt: null, disabledReason: null, ...noFailures } }
    : { action: "webhook.disabled", data: { disabledAt: now, disabledReason: "requested" } };
}

/**
 * Changes a webhook, all or nothing. The audit log names the fields that differ.
 * @throws BadRequest for an invalid name, URL or type · NotFound
 */
export async function changeWebhook(
  ctx: TenancyContext,
  id: string,
  change: WebhookChange,
): Promise<ListedWebhook> {
  const fields = fieldsOf(change);
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  const where = { tenancyId_id: { tenancyId, id } };
  return ctx.db.$transaction(async (tx) => {
    // Failures that disable it, and its deletion, wait for this change.
    await tx.$executeRaw`
      SELECT 1 FROM "Webhook" WHERE "tenancyId" = ${tenancyId} AND "id" = ${id} FOR NO KEY UPDATE`;
    const before = await tx.webhook.findUnique({ where, omit: omitSecrets });
    if (before === null) throw new ServiceError("@error/NotFound");
    const changed = Object.entries(fields).filter(
      ([name, value]) => !isEqual(before[name as keyof typeof fields], value),
    );
    const state = stateChangeOf(change.isEnabled, before, now);
    if (changed.length === 0 && state === undefined) return listedWebhook(before, now.getTime());
    const after = await tx.webhook.update({
      where,
      data: {
        ...Object.fromEntries(changed),
        ...(changed.some(([name]) => name === "url") ? noFailures : {}),
        ...state?.data,
        updatedAt: now,
      },
      omit: omitSecrets,
    });
    const target = { kind: "webhook", id } as const;
    // Names only: a URL may contain a token.
    const detail = changed.map(([name]) => name).join(", ");
    if (detail !== "") await recordAudit(ctx, tx, { action: "webhook.changed", target, detail });
    if (state !== undefined) await recordAudit(ctx, tx, { action: state.action, target });
    return listedWebhook(after, now.getTime());
  });
}

/**
 * Deletes a webhook with its secrets and deliveries.
 * @throws NotFound
 */
export async function deleteWebhook(ctx: TenancyContext, id: string): Promise<void> {
  // First and in batches, because a cascade to all of them would hold the row that numbering needs.
  const deliveries = Prisma.sql`"tenancyId" = ${ctx.tenancy.id} AND "webhookId" = ${id}`;
  while ((await purgeBatch(ctx.db, "WebhookDelivery", deliveries)) === limits.purgeBatchRows);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.webhook.deleteMany({ where: { tenancyId: ctx.tenancy.id, id } });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, { action: "webhook.deleted", target: { kind: "webhook", id } });
  });
}
