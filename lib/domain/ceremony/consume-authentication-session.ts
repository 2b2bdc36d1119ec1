import { z } from "zod";
import type { TenancyContext } from "@/lib/domain/context";
import { consumeTokenStatement } from "@/lib/domain/one-time-token/consume-token";
import { ServiceError } from "@/lib/errors";
import { AuthenticationSession } from "./authentication-intent";

const KnownPasskey = z.object({
  passkeyId: z.string(),
  sub: z.string(),
  rpId: z.string(),
  userHandle: z.string(),
  publicKey: z.instanceof(Uint8Array).transform((bytes) => new Uint8Array(bytes)),
  signCount: z.bigint(),
  backupEligible: z.boolean(),
  backedUp: z.boolean(),
  disabled: z.boolean(),
});
export type KnownPasskey = z.infer<typeof KnownPasskey>;

const Row = z.object({ payload: AuthenticationSession, apiKeyId: z.string().nullable() });

export interface ConsumedSession {
  session: AuthenticationSession;
  apiKeyId: string | null;
  /** The tenancy's passkey of that credential id, for the session's rpId alone. */
  passkey: KnownPasskey | null;
}

/**
 * Spends the session and reads the credential that answered it, in one round trip.
 * @throws InvalidToken
 */
export async function consumeAuthenticationSession(ctx: TenancyContext, sessionToken: string, credentialId: string): Promise<ConsumedSession> {
  const rows = await ctx.db.$queryRaw<Record<string, unknown>[]>`
    WITH session AS (${consumeTokenStatement(ctx, "authenticationSession", sessionToken)})
    SELECT session."payload", session."apiKeyId", p."id" AS "passkeyId", p."sub", p."rpId", p."userHandle", p."publicKey", p."signCount",
      p."backupEligible", p."backedUp", (p."disabledAt" IS NOT NULL OR u."disabledAt" IS NOT NULL) AS "disabled"
    FROM session
    LEFT JOIN "Passkey" p ON p."tenancyId" = ${ctx.tenancy.id} AND p."credentialId" = ${credentialId} AND p."rpId" = session."payload"->>'rpId'
    LEFT JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"`;
  const row = rows[0];
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  const { payload, apiKeyId } = Row.parse(row);
  return { session: payload, apiKeyId, passkey: row["passkeyId"] === null ? null : KnownPasskey.parse(row) };
}
