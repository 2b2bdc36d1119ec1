import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import { hashSecretValue } from "@/lib/domain/one-time-token/secret-value";
import { ServiceError } from "@/lib/errors";
import { createKeyText } from "./key-text";
import type { ApiKeyScope } from "./scope";

export interface NewApiKey {
  name: string;
  /** Default: `*`. */
  scopes?: ApiKeyScope[];
  /** Milliseconds; never when absent. */
  expiresAt?: number;
}

/**
 * Makes a key; its text is returned here and never again.
 * @throws Forbidden in the system tenancy, which has no keys
 */
export async function createApiKey(ctx: TenancyContext, input: NewApiKey): Promise<{ id: string; key: string }> {
  if (ctx.tenancy.isSystem) throw new ServiceError("@error/Forbidden", undefined, "The system tenancy has no API keys.");
  const { publicId, key } = createKeyText();
  const id = ctx.createId();
  await ctx.db.$transaction(async (tx) => {
    await tx.apiKey.create({
      data: {
        tenancyId: ctx.tenancy.id,
        id,
        name: input.name,
        publicId,
        hash: hashSecretValue(key),
        scopes: input.scopes ?? ["*"],
        expiresAt: input.expiresAt === undefined ? null : new Date(input.expiresAt),
        createdAt: new Date(ctx.clock.now()),
      },
    });
    await recordAudit(ctx, tx, { action: "api-key.created", target: { kind: "api-key", id } });
  });
  return { id, key };
}
