import type { ApiKey, ApiKeyCreated } from "@/lib/contract/api-key";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { requireName } from "@/lib/domain/base/tenancy/name";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { type ActingKey, changeKeys, requireKeyCapacity, requireScopesOf } from "./change-keys";
import { createKeyText } from "./explain-refusal";
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
const systemCreator = "system";

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

/** Converts who created something. */
export function toCreator({
  createdBy,
  createdByKeyId,
}: Pick<ListedApiKey, "createdBy" | "createdByKeyId">): ApiKey["createdBy"] {
  if (createdByKeyId !== null) return { kind: "apiKey", id: createdByKeyId };
  if (createdBy === null) return undefined;
  return createdBy === systemCreator ? { kind: "system" } : { kind: "operator", id: createdBy };
}

/** Converts a key to the API's form. */
export const toApiKey = (key: ListedApiKey): ApiKey => ({
  _tag: "ApiKey",
  id: key.id,
  name: key.name,
  start: key.start,
  scopes: key.scopes,
  state: key.state,
  lockedBy: key.state === "locked" ? (key.lockedBy ?? undefined) : undefined,
  createdBy: toCreator(key),
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt ?? undefined,
  expiresAt: key.expiresAt ?? undefined,
  replacedById: key.replacedById ?? undefined,
});

/** Converts a new key, with its text. */
export const toApiKeyCreated = ({ key, listed }: CreatedApiKey): ApiKeyCreated => ({
  _tag: "ApiKeyCreated",
  key,
  apiKey: toApiKey(listed),
});

/**
 * Returns who created each key: an operator's email, the name of an API key, "Command line", "Former
 * operator", or "Unknown" for keys of earlier releases.
 * @param keys at most a page of keys
 */
export async function findKeyCreators(
  { db, tenancy }: TenancyContext,
  keys: readonly { id: string; createdBy: string | null; createdByKeyId: string | null }[],
): Promise<Map<string, string>> {
  const creatingIds = new Set(
    keys.map(({ createdByKeyId }) => createdByKeyId).filter((id) => id !== null),
  );
  const creating = await db.apiKey.findMany({
    where: { tenancyId: tenancy.id, id: { in: [...creatingIds] } },
    select: { id: true, name: true },
  });
  const keyNames = new Map(creating.map(({ id, name }) => [id, name]));
  const subs = new Set(keys.map(({ createdBy }) => createdBy).filter((sub) => sub !== null));
  // Operators are users of the system tenancy, whichever tenancy they work in.
  const operators = await db.user.findMany({
    where: { sub: { in: [...subs] }, tenancy: { isSystem: true } },
    select: { sub: true, email: true },
  });
  const emails = new Map(operators.map(({ sub, email }) => [sub, email]));
  const nameOf = ({ createdBy, createdByKeyId }: (typeof keys)[number]): string => {
    if (createdByKeyId !== null) return `API key “${keyNames.get(createdByKeyId) ?? ""}”`;
    if (createdBy === null) return "Unknown";
    return createdBy === systemCreator
      ? "Command line"
      : (emails.get(createdBy) ?? "Former operator");
  };
  return new Map(keys.map((key) => [key.id, nameOf(key)]));
}
