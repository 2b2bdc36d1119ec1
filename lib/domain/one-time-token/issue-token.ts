import type { RunStatement, TenancyContext } from "@/lib/domain/context";
import { Prisma } from "@/prisma/generated/client";
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
  /** Runs the statement in a transaction. */
  run?: RunStatement;
}

/** Creates a token and stores its hash. `expiresAt` is in milliseconds. */
export async function issueToken(
  ctx: TenancyContext,
  token: NewToken,
): Promise<{ token: string; expiresAt: number }> {
  const value = createSecretValue();
  const now = ctx.clock.now();
  const expiresAt = now + token.lifetimeMs;
  await (token.run ?? ctx.run)(Prisma.sql`
    INSERT INTO "OneTimeToken" ("tenancyId", "hash", "kind", "payload", "apiKeyId", "createdAt", "expiresAt")
    VALUES (${ctx.tenancy.id}, ${hashSecretValue(value)}, ${token.kind}::"TokenKind",
      ${JSON.stringify(token.payload)}::json, ${token.apiKeyId}, ${new Date(now)}, ${new Date(expiresAt)})`);
  return { token: value, expiresAt };
}
