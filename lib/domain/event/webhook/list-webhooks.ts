import type { TenancyContext } from "@/lib/domain/base/context";
import {
  mayDo,
  missingProof,
  type OperatorRole,
  type SessionStrength,
} from "@/lib/domain/base/permission";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { parseUrl } from "@/lib/parse-url";

/** A webhook without its secrets. Times in ms. */
export interface ListedWebhook {
  id: string;
  name: string;
  url: string;
  /** Null: the default types. */
  types: string[] | null;
  isEnabled: boolean;
  disabledAt: number | null;
  /** `failing` and `gone`: Keystead disabled it. `restored`: a restored backup had it. */
  disabledReason: "requested" | "failing" | "gone" | "restored" | null;
  /** When the first of the failed attempts since the last success was. Null if the last one succeeded. */
  failingSince: number | null;
  /** What ended the last of them: an HTTP status, or why there was no answer. */
  lastFailure: string | null;
  /** Until when the secret before the last rotation also signs. Null if only one secret does. */
  previousSecretUntil: number | null;
  /** The operator's `sub`, `system` for the command line, or null. */
  createdBy: string | null;
  createdByKeyId: string | null;
  createdAt: number;
  updatedAt: number;
}

interface Row {
  id: string;
  name: string;
  url: string;
  types: string[];
  disabledAt: Date | null;
  disabledReason: string | null;
  failingSince: Date | null;
  lastFailure: string | null;
  previousSecretUntil: Date | null;
  createdBy: string | null;
  createdByKeyId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** The columns that no list needs. */
export const omitSecrets = { secret: true, previousSecret: true } as const;

const reasonOf = ({ disabledReason }: Row): ListedWebhook["disabledReason"] => {
  if (disabledReason === null) return null;
  const known = ["failing", "gone", "restored"] as const;
  return known.find((reason) => reason === disabledReason) ?? "requested";
};

const previousEndOf = ({ previousSecretUntil }: Row, nowMs: number) =>
  previousSecretUntil !== null && previousSecretUntil.getTime() > nowMs
    ? previousSecretUntil.getTime()
    : null;

export const listedWebhook = (row: Row, nowMs: number): ListedWebhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  types: row.types.length === 0 ? null : row.types,
  isEnabled: row.disabledAt === null,
  disabledAt: row.disabledAt?.getTime() ?? null,
  disabledReason: reasonOf(row),
  failingSince: row.failingSince?.getTime() ?? null,
  lastFailure: row.failingSince === null ? null : row.lastFailure,
  previousSecretUntil: previousEndOf(row, nowMs),
  createdBy: row.createdBy,
  createdByKeyId: row.createdByKeyId,
  createdAt: row.createdAt.getTime(),
  updatedAt: row.updatedAt.getTime(),
});

/**
 * Returns a webhook without its secrets.
 * @throws NotFound
 */
export async function getWebhook(ctx: TenancyContext, id: string): Promise<ListedWebhook> {
  const row = await ctx.db.webhook.findUnique({
    where: { tenancyId_id: { tenancyId: ctx.tenancy.id, id } },
    omit: omitSecrets,
  });
  if (row === null) throw new ServiceError("@error/NotFound");
  return listedWebhook(row, ctx.clock.now());
}

interface OperatorContext extends TenancyContext {
  role: OperatorRole;
  strength: SessionStrength;
}

/** How many webhooks a tenancy can have. */
export const maxWebhooks = limits.webhooks;

/** Lists the tenancy's webhooks, oldest first, without their secrets. */
export async function listWebhooks(ctx: TenancyContext): Promise<ListedWebhook[]> {
  const rows = await ctx.db.webhook.findMany({
    where: { tenancyId: ctx.tenancy.id },
    orderBy: { id: "asc" },
    omit: omitSecrets,
  });
  return rows.map((row) => listedWebhook(row, ctx.clock.now()));
}

/** Returns scheme, host and port of a URL. Path and query may contain a secret of the receiver. */
const originOf = (url: string): string => parseUrl(url)?.origin ?? "";

/** Lists the tenancy's webhooks for an operator, with URLs only if role and session may change them. */
export async function listShownWebhooks(ctx: OperatorContext): Promise<ListedWebhook[]> {
  const mayChange =
    mayDo(ctx.role, "webhook.change") &&
    missingProof(ctx.strength, "webhook.change") !== "passkey-session";
  const webhooks = await listWebhooks(ctx);
  return mayChange ? webhooks : webhooks.map((each) => ({ ...each, url: originOf(each.url) }));
}
