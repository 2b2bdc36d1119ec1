import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireName } from "@/lib/domain/base/tenancy/name";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { type ActingKey, changeKeys, requireKeyCapacity, requireScopesOf } from "./change-keys";
import { createKeyText } from "./key-text";
import { type ListedApiKey, listedApiKey } from "./list-api-keys";
import type { ApiKeyScope } from "./scope";

export interface NewApiKey {
  name: string;
  /** Default: `*`. */
  scopes?: ApiKeyScope[];
  /** In ms. The key never expires if absent. */
  expiresAt?: number;
}

/** A new key. Only the call that creates it returns its text. */
export interface CreatedApiKey {
  id: string;
  /** The text. The database keeps a hash. */
  key: string;
  listed: ListedApiKey;
}

/** Returns when a key of an API key expires: not after that key. @throws BadRequest (expiresAt) */
function expiryWithin(by: ActingKey, expiresAt: number | undefined, now: number): Date | null {
  if (expiresAt === undefined) return by.expiresAt;
  if (expiresAt <= now) throw badRequest("expiresAt", "must be in the future");
  if (by.expiresAt !== null && expiresAt > by.expiresAt.getTime())
    throw badRequest(
      "expiresAt",
      `must not be after the expiry of the calling key, ${by.expiresAt.getTime()}`,
    );
  return new Date(expiresAt);
}

/**
 * Creates a key. An API key creates only keys whose scopes it has, and that expire no later.
 * @throws BadRequest for an invalid name, no scope, or an expiry after the calling key's · Forbidden
 * for a scope that the calling key lacks, and in the system tenancy, which has no keys
 */
export async function createApiKey(ctx: TenancyContext, input: NewApiKey): Promise<CreatedApiKey> {
  if (ctx.tenancy.isSystem)
    throw new ServiceError("@error/Forbidden", undefined, "The system tenancy has no API keys.");
  const name = requireName("name", input.name);
  const scopes = [...new Set(input.scopes ?? ["*"])];
  if (scopes.length === 0) throw badRequest("scopes", "Choose at least one scope");
  return changeKeys(ctx, async (tx, by) => {
    requireScopesOf(by, scopes);
    const given = input.expiresAt === undefined ? null : new Date(input.expiresAt);
    const expiresAt = by === null ? given : expiryWithin(by, input.expiresAt, ctx.clock.now());
    await requireKeyCapacity(ctx, tx, by);
    return insertApiKey(ctx, tx, { name, scopes, expiresAt });
  });
}

/** `createdBy` of what the command line or the seed created. */
export const systemCreator = "system";

/** Returns the columns that name who creates something. */
export function creatorOf({ actor }: TenancyContext) {
  if (actor.kind === "apiKey") return { createdByKeyId: actor.id };
  return { createdBy: actor.kind === "operator" ? actor.id : systemCreator };
}

/** Inserts a key in the caller's transaction. The caller validates the name and the scopes. */
export async function insertApiKey(
  ctx: TenancyContext,
  tx: Queryable,
  row: { name: string; scopes: string[]; expiresAt: Date | null },
): Promise<CreatedApiKey> {
  const { publicId, key } = createKeyText();
  const id = ctx.createId();
  const now = ctx.clock.now();
  const created = await tx.apiKey.create({
    data: {
      ...row,
      ...creatorOf(ctx),
      tenancyId: ctx.tenancy.id,
      id,
      publicId,
      hash: hashSecretValue(key),
      createdAt: new Date(now),
    },
    omit: { hash: true },
  });
  await recordAudit(ctx, tx, { action: "api-key.created", target: { kind: "api-key", id } });
  return { id, key, listed: listedApiKey(created, now) };
}
