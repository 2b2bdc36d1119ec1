// The first of a sign-in's two statements. After the CTEs that count the requests:
// - `locked`, `consumed`: mark the sessions of admitted requests as used, and return them
// - `answered`: joins each request with its session and the passkey that its response names

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
  /** The tenancy's passkey with the response's credential id and the session's rpId, if any. */
  passkey: KnownPasskey.nullable(),
});

export interface ConsumedSession extends z.infer<typeof Row> {
  session: AuthenticationSession;
}

const consumeSessions = createAdmission({
  row: Row,
  columns: Prisma.sql`"hash" text, "credentialId" text`,
  statement: (counting, scope) => Prisma.sql`
    WITH ${counting.ctes}, ${consumeTokens(
      scope,
      Prisma.sql`'authenticationSession'::"TokenKind"`,
      Prisma.sql`SELECT decode("hash", 'hex') FROM admitted`,
    )}, answered AS (
      SELECT a."turn", s."payload", s."apiKeyId", named."passkey"
      FROM admitted a JOIN consumed s ON s."hash" = decode(a."hash", 'hex')
      LEFT JOIN LATERAL (
        SELECT json_build_object(
          'passkeyId', p."id", 'shownId', ${shownPasskeyIdColumn}, 'sub', p."sub", 'rpId', p."rpId",
          'userHandle', p."userHandle",
          'publicKey', translate(encode(p."publicKey", 'base64'), E'\\n', ''),
          'signCount', p."signCount", 'backupEligible', p."backupEligible",
          'backupAssumed', p."backupAssumed", 'backedUp', p."backedUp",
          'disabled', p."disabledAt" IS NOT NULL OR u."disabledAt" IS NOT NULL,
          'userDisabled', u."disabledAt" IS NOT NULL,
          'quarantinedUntil', (extract(epoch FROM p."quarantinedUntil") * 1000)::bigint) AS "passkey"
        FROM "Passkey" p JOIN "User" u ON u."tenancyId" = p."tenancyId" AND u."sub" = p."sub"
        WHERE p."tenancyId" = ${scope.tenancyId} AND p."credentialId" = a."credentialId"
          AND p."rpId" = s."payload"->>'rpId' LIMIT 1) named ON TRUE
    )
    SELECT ${counting.columns}, answered."payload" AS "session", answered."apiKeyId",
      answered."passkey", ${unflushedCommit}
    FROM ${counting.requests} LEFT JOIN answered ON answered."turn" = r."turn"
    ORDER BY r."turn"`,
  conflictKey: ({ hash }: { hash: string; credentialId: string }) => hash,
});

/**
 * Counts a request for verification, consumes its session and reads the passkey that its response
 * names, in one round trip.
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
