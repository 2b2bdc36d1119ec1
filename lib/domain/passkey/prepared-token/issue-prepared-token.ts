import { z } from "zod";
import { authorizingKey, issueToken } from "@/lib/domain/access/one-time-token/issue-token";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { lifetimes } from "@/lib/limits";
import type { PreparedKind } from "./read-prepared-token";

/** The payload of a token for one user. */
export const ForUser = z.object({
  /** Null if the user didn't exist. */
  sub: z.string().nullable(),
});
export type ForUser = z.infer<typeof ForUser>;

interface NewPreparedToken {
  kind: PreparedKind;
  payload: object;
}

/** Issues a token that a browser may exchange any number of times for ten minutes. */
export function issuePreparedToken(
  ctx: TenancyContext,
  { kind, payload, tx }: NewPreparedToken & { tx?: Queryable },
): Promise<{ token: string; expiresAt: number }> {
  return issueToken(ctx, {
    kind,
    payload,
    lifetimeMs: lifetimes.preparedTokenMs,
    apiKeyId: authorizingKey(ctx),
    tx,
  });
}
