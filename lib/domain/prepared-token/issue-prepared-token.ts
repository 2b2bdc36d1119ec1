import { lifetimes } from "@/lib/limits";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { authorizingKey, issueToken } from "@/lib/domain/one-time-token/issue-token";
import type { PreparedKind } from "./prefetch-prepared-token";

/** What a token for a user carries; null where there was no such user. */
export interface ForUser {
  sub: string | null;
}

interface NewPreparedToken {
  kind: PreparedKind;
  payload: object;
}

/**
 * A token of ten minutes that a browser may exchange as often as it likes, in the transaction that
 * it belongs to.
 */
export function issuePreparedToken(
  ctx: TenancyContext,
  { kind, payload, tx }: NewPreparedToken & { tx?: Queryable },
): Promise<{ token: string; expiresAt: number }> {
  const run =
    tx === undefined
      ? ctx.run
      : (statement: Parameters<typeof ctx.run>[0]) => tx.$queryRaw<unknown[]>(statement);
  return issueToken(ctx, {
    kind,
    payload,
    lifetimeMs: lifetimes.preparedTokenMs,
    apiKeyId: authorizingKey(ctx),
    run,
  });
}
