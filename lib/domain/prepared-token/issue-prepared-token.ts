import { lifetimes } from "@/lib/limits";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { authorizingKey, issueToken } from "@/lib/domain/one-time-token/issue-token";
import type { PreparedKind } from "./prefetch-prepared-token";

/** The payload of a token for one user. */
export interface ForUser {
  /** Null if the user didn't exist. */
  sub: string | null;
}

interface NewPreparedToken {
  kind: PreparedKind;
  payload: object;
}

/** Issues a token that a browser may exchange any number of times for ten minutes. */
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
