import { z } from "zod";
import type { VerifyAuthentication } from "@/lib/contract/authentication";
import { consumeTokens } from "@/lib/domain/access/one-time-token/consume-token";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import { unflushedCommit } from "@/lib/domain/access/one-time-token/unflushed-commit";
import { createAdmission } from "@/lib/domain/access/rate-limit/count-request";
import type { UncountedRequest } from "@/lib/domain/access/rate-limit/request-row";
import type { TenancyContext } from "@/lib/domain/base/context";
import { shownPasskeyIdColumn } from "@/lib/domain/passkey/passkey-id";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { AuthenticationSession } from "./ceremony-intent";

const KnownPasskey = z.object({
  passkeyId: z.string(),
  /** The id that callers see. */
  shownId: z.string(),
  sub: z.string(),
  rpId: z.string(),
  userHandle: z.string(),
  /** Base64, because the statement returns JSON. */
  publicKey: z.base64().transform((text) => new Uint8Array(Buffer.from(text, "base64"))),
  signCount: z.int().transform(BigInt),
  backupEligible: z.boolean(),
  backupAssumed: z.boolean(),
  backedUp: z.boolean(),
  /** The passkey or its user is disabled. */
  disabled: z.boolean(),
  userDisabled: z.boolean(),
  /** Milliseconds. */
  quarantinedUntil: z.int().nullable(),
});
export type KnownPasskey = z.infer<typeof KnownPasskey>;

const Row = z.object({
  /** Null when no session was consumed. */
  session: AuthenticationSession.nullable(),
  apiKeyId: z.string().nullable(),
  passkey: KnownPasskey.nullable(),
});

export interface ConsumedSession {
  session: AuthenticationSession;
  apiKeyId: string | null;
  /** The tenancy's passkey with the response's credential id and the session's rpId. */
  passkey: KnownPasskey | null;
}

// After the admission: `consumed` marks the sessions as used, and `found` reads the credentials that
// signed the responses.
const consumeSessions = createAdmission(
  Row,
  ({ tenancy }, now) => ({
    columns: Prisma.sql`, "hash" text, "credentialId" text`,
    ctes: Prisma.sql`, ${consumeTokens(
      { tenancyId: tenancy.id, now: new Date(now) },
      Prisma.sql`'authenticationSession'::"TokenKind"`,
      Prisma.sql`SELECT decode("hash", 'hex') FROM admitted`,
    )}, found AS (
      SELECT r."turn", s."payload", s."apiKeyId",
        CASE WHEN p."id" IS NOT NULL THEN json_build_object(
          'passkeyId', p."id", 'shownId', ${shownPasskeyIdColumn}, 'sub', p."sub", 'rpId', p."rpId",
          'userHandle', p."userHandle",
          'publicKey', translate(encode(p."publicKey", 'base64'), E'\\n', ''),
          'signCount', p."signCount", 'backupEligible', p."backupEligible",
          'backupAssumed', p."backupAssumed", 'backedUp', p."backedUp",
          'disabled', p."isDisabled", 'userDisabled', p."isUserDisabled",
          'quarantinedUntil', (extract(epoch FROM p."quarantinedUntil") * 1000)::bigint) END AS "passkey"
      FROM admitted r JOIN consumed s ON s."hash" = decode(r."hash", 'hex')
      LEFT JOIN LATERAL (
        SELECT p.*, p."disabledAt" IS NOT NULL OR u."disabledAt" IS NOT NULL AS "isDisabled",
          u."disabledAt" IS NOT NULL AS "isUserDisabled"
        FROM "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
        WHERE p."tenancyId" = ${tenancy.id} AND p."credentialId" = r."credentialId"
          AND p."rpId" = s."payload"->>'rpId' LIMIT 1) p ON TRUE
    )`,
    select: Prisma.sql`,
      found."payload" AS "session", found."apiKeyId", found."passkey", ${unflushedCommit}`,
    join: Prisma.sql`LEFT JOIN found ON found."turn" = r."turn"`,
  }),
  ({ hash }: { hash: string; credentialId: string }) => hash,
);

/**
 * Counts a request for verification, consumes its session and reads the credential that signed the
 * response, in one round trip.
 * @throws InvalidToken when there is no valid session · as countRequest
 */
export async function consumeAuthenticationSession(
  ctx: TenancyContext,
  request: UncountedRequest,
  { sessionToken, response }: VerifyAuthentication,
): Promise<ConsumedSession> {
  const { session, apiKeyId, passkey } = await consumeSessions(ctx, request, {
    hash: hashSecretValue(sessionToken).toString("hex"),
    credentialId: response.id,
  });
  if (session === null) throw new ServiceError("@error/InvalidToken");
  return { session, apiKeyId, passkey };
}
