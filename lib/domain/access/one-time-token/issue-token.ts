import { z } from "zod";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { purgeBefore } from "@/lib/domain/base/purge-batch";
import type { TokenKind } from "@/prisma/generated/enums";
import { createSecretValue, hashSecretValue } from "./secret-value";

/** Returns the API key that authorizes the token. Revoking or locking it invalidates the token. */
export function authorizingKey(ctx: TenancyContext): string | null {
  return ctx.actor.kind === "apiKey" ? ctx.actor.id : null;
}

interface NewToken {
  kind: TokenKind;
  payload: object;
  lifetimeMs: number;
  apiKeyId: string | null;
  passkeyId?: string | undefined;
  /** The transaction to issue it in. */
  tx?: Queryable | undefined;
}

const noRow = z.never();

/** Creates a token and stores its hash. `expiresAt` is in milliseconds. */
export async function issueToken(
  ctx: TenancyContext,
  token: NewToken,
): Promise<{ token: string; expiresAt: number }> {
  const value = createSecretValue();
  const now = ctx.clock.now();
  const expiresAt = now + token.lifetimeMs;
  await (token.tx ?? ctx.db).query(noRow)`
    INSERT INTO "OneTimeToken" ("tenancyId", "hash", "kind", "payload", "passkeyId", "apiKeyId",
      "createdAt", "expiresAt")
    VALUES (${ctx.tenancy.id}, ${hashSecretValue(value)}, ${token.kind}::"TokenKind",
      ${JSON.stringify(token.payload)}::json, ${token.passkeyId ?? null}, ${token.apiKeyId},
      ${new Date(now)}, ${new Date(expiresAt)})`;
  return { token: value, expiresAt };
}

/** Deletes a batch of expired tokens. */
export const purgeExpiredTokens = ({ db, clock }: Service): Promise<number> =>
  purgeBefore(db, "OneTimeToken", "expiresAt", clock.now());
