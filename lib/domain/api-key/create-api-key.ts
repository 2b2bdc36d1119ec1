import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { requireName } from "@/lib/domain/tenancy/name";
import { badRequest, ServiceError } from "@/lib/errors";
import { createKeyText } from "./key-text";
import type { ApiKeyScope } from "./scope";

export interface NewApiKey {
  name: string;
  /** Default: `*`. */
  scopes?: ApiKeyScope[];
  /** In ms. The key never expires if absent. */
  expiresAt?: number;
}

/**
 * Creates a key. Only this call returns its text; the database keeps a hash.
 * @throws BadRequest for an invalid name or no scope · Forbidden in the system tenancy, which has no
 * keys
 */
export async function createApiKey(
  ctx: TenancyContext,
  input: NewApiKey,
): Promise<{ id: string; key: string }> {
  if (ctx.tenancy.isSystem)
    throw new ServiceError("@error/Forbidden", undefined, "The system tenancy has no API keys.");
  const name = requireName("name", input.name);
  const scopes = [...new Set(input.scopes ?? ["*"])];
  if (scopes.length === 0) throw badRequest("scopes", "Choose at least one scope");
  return ctx.db.$transaction((tx) =>
    insertApiKey(ctx, tx, {
      name,
      scopes,
      expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
    }),
  );
}

/** `createdBy` of a key that the command line or the seed created. */
export const systemCreator = "system";

/** Inserts a key in the caller's transaction. The caller validates the name and the scopes. */
export async function insertApiKey(
  ctx: TenancyContext,
  tx: Queryable,
  row: { name: string; scopes: string[]; expiresAt: Date | null },
): Promise<{ id: string; key: string }> {
  const { publicId, key } = createKeyText();
  const id = ctx.createId();
  await tx.apiKey.create({
    data: {
      ...row,
      tenancyId: ctx.tenancy.id,
      id,
      publicId,
      hash: hashSecretValue(key),
      createdBy: ctx.actor.kind === "operator" ? ctx.actor.id : systemCreator,
      createdAt: new Date(ctx.clock.now()),
    },
  });
  await recordAudit(ctx, tx, { action: "api-key.created", target: { kind: "api-key", id } });
  return { id, key };
}
