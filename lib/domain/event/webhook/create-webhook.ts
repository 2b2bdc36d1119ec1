import type { Webhook, WebhookSecret } from "@/lib/contract/webhook";
import { creatorOf, toCreator } from "@/lib/domain/access/api-key/create-api-key";
import {
  createWebhookSecret,
  sealWebhookSecret,
} from "@/lib/domain/access/webhook-secret/webhook-secret";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { requireName } from "@/lib/domain/base/tenancy/name";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { type ListedWebhook, listedWebhook } from "./list-webhooks";
import { parseEventTypes, parseWebhookUrl } from "./parse-webhook";

export interface NewWebhook {
  name: string;
  url: string;
  /** Null or absent: the default types. */
  types?: readonly string[] | null | undefined;
}

/** A webhook with its new secret, which only the call that creates it returns. */
export interface WebhookWithSecret {
  webhook: ListedWebhook;
  secret: string;
}

/** Inserts a webhook if the tenancy has room. Under the lock, concurrent inserts see each other. */
async function insertWithinLimit(
  tx: Queryable,
  row: {
    tenancyId: string;
    id: string;
    name: string;
    url: string;
    types: string[];
    secret: string;
    createdBy: string | null;
    createdByKeyId: string | null;
    createdAt: Date;
  },
): Promise<boolean> {
  const { tenancyId, id, name, url, types, secret, createdBy, createdByKeyId, createdAt } = row;
  await takeLocks(tx, `webhooks ${tenancyId}`);
  // Raw: one statement, because the count and the insert must not come apart.
  const count = await tx.$executeRaw`
    INSERT INTO "Webhook" ("tenancyId", "id", "name", "url", "types", "secret", "createdBy",
      "createdByKeyId", "createdAt", "updatedAt")
    SELECT ${tenancyId}, ${id}, ${name}, ${url}, ${types}, ${secret}, ${createdBy},
      ${createdByKeyId}, ${createdAt}, ${createdAt}
    WHERE (SELECT count(*) FROM "Webhook" WHERE "tenancyId" = ${tenancyId}) < ${limits.webhooks}`;
  return count === 1;
}

/**
 * Creates a webhook with a new secret.
 * @returns the webhook and its secret. Only this call returns the secret.
 * @throws BadRequest for an invalid name, URL or type, and if the tenancy has `limits.webhooks` ·
 * Forbidden in the system tenancy, which has no webhooks
 */
export async function createWebhook(
  ctx: TenancyContext,
  input: NewWebhook,
): Promise<WebhookWithSecret> {
  if (ctx.tenancy.isSystem)
    throw new ServiceError("@error/Forbidden", undefined, "The system tenancy has no webhooks.");
  const secret = createWebhookSecret();
  const createdAt = new Date(ctx.clock.now());
  const row = {
    tenancyId: ctx.tenancy.id,
    id: ctx.createId(),
    name: requireName("name", input.name),
    url: parseWebhookUrl(input.url),
    types: parseEventTypes(input.types ?? null),
    secret: await sealWebhookSecret(ctx, secret),
    createdBy: null,
    createdByKeyId: null,
    ...creatorOf(ctx),
    createdAt,
  };
  await ctx.db.$transaction(async (tx) => {
    if (!(await insertWithinLimit(tx, row)))
      throw badRequest("", `The tenancy has ${limits.webhooks} webhooks. Delete one first.`);
    await recordAudit(ctx, tx, {
      action: "webhook.created",
      target: { kind: "webhook", id: row.id },
    });
  });
  const webhook = listedWebhook(
    {
      ...row,
      updatedAt: createdAt,
      disabledAt: null,
      disabledReason: null,
      failingSince: null,
      lastFailure: null,
      previousSecretUntil: null,
    },
    createdAt.getTime(),
  );
  return { webhook, secret };
}

function healthOf({ disabledAt, failingSince, lastFailure }: ListedWebhook): Webhook["health"] {
  const since = disabledAt ?? failingSince;
  if (since === null) return { state: "healthy" };
  const state = disabledAt === null ? "failing" : "disabled";
  return { state, since, ...(lastFailure === null ? {} : { lastFailure }) };
}

/** Converts a webhook to the API's form. */
export const toWebhook = (webhook: ListedWebhook): Webhook => ({
  _tag: "Webhook",
  id: webhook.id,
  name: webhook.name,
  url: webhook.url,
  types: webhook.types,
  enabled: webhook.isEnabled,
  disabledAt: webhook.disabledAt ?? undefined,
  disabledReason: webhook.disabledReason ?? undefined,
  previousSecretUntil: webhook.previousSecretUntil ?? undefined,
  health: healthOf(webhook),
  createdBy: toCreator(webhook),
  createdAt: webhook.createdAt,
  updatedAt: webhook.updatedAt,
});

/** Converts a webhook with its new secret. */
export const toWebhookSecret = ({ webhook, secret }: WebhookWithSecret): WebhookSecret => ({
  _tag: "WebhookSecret",
  secret,
  webhook: toWebhook(webhook),
});
