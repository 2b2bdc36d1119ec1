import { z } from "zod";
import type { VerifyAuthentication } from "@/lib/contract/authentication";
import { consumeTokenStatement } from "@/lib/domain/one-time-token/consume-token";
import type { Prefetch } from "@/lib/domain/rate-limit/count-request";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { AuthenticationSession } from "./authentication-intent";

const KnownPasskey = z.object({
  passkeyId: z.string(),
  sub: z.string(),
  rpId: z.string(),
  userHandle: z.string(),
  /** Base64, because the statement returns JSON. */
  publicKey: z.base64().transform((text) => new Uint8Array(Buffer.from(text, "base64"))),
  signCount: z.int().transform(BigInt),
  backupEligible: z.boolean(),
  backupAssumed: z.boolean(),
  backedUp: z.boolean(),
  disabled: z.boolean(),
});
export type KnownPasskey = z.infer<typeof KnownPasskey>;

const Prefetched = z.object({
  payload: AuthenticationSession,
  apiKeyId: z.string().nullable(),
  passkey: KnownPasskey.nullable(),
});

export interface ConsumedSession {
  session: AuthenticationSession;
  apiKeyId: string | null;
  /** The tenancy's passkey with the response's credential id and the session's rpId. */
  passkey: KnownPasskey | null;
}

/**
 * Consumes the session and reads the credential that signed the response, in the statement that
 * admits the request. CTEs:
 * - `session`: marks the session as used; no row if it is invalid or the request is not admitted
 * - `prefetch`: the session's payload and the passkey, if there is one
 */
export const prefetchAuthenticationSession =
  ({ sessionToken, response }: VerifyAuthentication): Prefetch =>
  ({ tenancyId, now }, isAdmitted) => Prisma.sql`
  session AS (
    ${consumeTokenStatement({ tenancyId, now }, "authenticationSession", sessionToken, isAdmitted)}
  ),
  "prefetch" AS (
    SELECT session."payload", session."apiKeyId", CASE WHEN p."id" IS NULL THEN NULL ELSE json_build_object(
      'passkeyId', p."id", 'sub', p."sub", 'rpId', p."rpId", 'userHandle', p."userHandle",
      'publicKey', translate(encode(p."publicKey", 'base64'), E'\n', ''), 'signCount', p."signCount",
      'backupEligible', p."backupEligible", 'backupAssumed', p."backupAssumed", 'backedUp', p."backedUp",
      'disabled', p."disabledAt" IS NOT NULL OR u."disabledAt" IS NOT NULL) END AS "passkey"
    FROM session
    LEFT JOIN "Passkey" p ON p."tenancyId" = ${tenancyId} AND p."credentialId" = ${response.id}
      AND p."rpId" = session."payload"->>'rpId'
    LEFT JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub")`;

/** Parses the row of the prefetch. @throws InvalidToken when no session was consumed */
export function readConsumedSession(prefetched: unknown): ConsumedSession {
  if (prefetched === null || prefetched === undefined)
    throw new ServiceError("@error/InvalidToken");
  const { payload, apiKeyId, passkey } = Prefetched.parse(prefetched);
  return { session: payload, apiKeyId, passkey };
}
