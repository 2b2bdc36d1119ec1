import { createHash } from "node:crypto";
import { z } from "zod";
import { batchKey, callerInput, confirmedQuery } from "@/lib/domain/access/confirmed-query";
import { isLiveToken, isUnusedToken } from "@/lib/domain/access/one-time-token/consume-token";
import { hashSecretValue } from "@/lib/domain/access/one-time-token/secret-value";
import type { CoalesceRules, Queryable, TenancyContext } from "@/lib/domain/base/context";
import { shownPasskeyIdColumn } from "@/lib/domain/passkey/passkey-id";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { CodePayload } from "./prepare-code";

const Row = z.object({
  /** Of its exchange. */
  turn: z.int(),
  payload: CodePayload,
  /** Null after a sign-in with an emailed code; the payload then has a `challengeId`. */
  passkeyId: z.string().nullable(),
  /** The id that callers see; null without a passkey. */
  shownPasskeyId: z.string().nullable(),
  aaguid: z.string().nullable(),
  /** May be past. */
  quarantinedUntil: z.date().nullable(),
  sub: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  emailVerified: z.boolean(),
});

/** One row per exchange. `turn` is null if its code can't be exchanged. */
const Found = z.union([z.object({ turn: z.null() }), Row]);

/** A consumed code: its ceremony, and the current state of its passkey and user. */
export type ConsumedCode = z.infer<typeof Row>;

/** PKCE S256 (RFC 7636 §4.2). */
const codeChallengeOf = (verifier: string) =>
  createHash("sha256").update(verifier, "ascii").digest("base64url");

const isLiveCode = (ctx: TenancyContext, code: string, now: Date) =>
  isLiveToken({ tenancyId: ctx.tenancy.id, now }, "code", code);

interface Exchange {
  ctx: TenancyContext;
  hash: string;
  /** Null without a verifier. */
  codeChallenge: string | null;
  /** Whether the code of a passkey in quarantine is refused. */
  refusesQuarantined: boolean;
}

const columns = Prisma.sql`
  "turn" int, "hash" text, "codeChallenge" text, "refusesQuarantined" boolean`;

/**
 * Builds the statement that exchanges codes of one tenancy. CTEs, in order:
 * - `exchanges`: the input, one row per code
 * - `locked`: locks the valid codes, by hash, so that two statements never deadlock
 * - `found`: those whose verifier matches, whose passkey and user are enabled, and whose passkey isn't
 *   in a refused quarantine, with the user: the passkey's current one, because it may have moved, or
 *   without a passkey the code's own
 * - `consumed`: marks the codes as used
 */
function exchangeStatement(exchanges: readonly [Exchange, ...Exchange[]]): Prisma.Sql {
  const { ctx } = exchanges[0];
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  const input = exchanges.map(({ hash, codeChallenge, refusesQuarantined }, turn) => ({
    turn,
    hash,
    codeChallenge,
    refusesQuarantined,
  }));
  return Prisma.sql`
    WITH exchanges AS MATERIALIZED (${callerInput(ctx, input, columns)}), locked AS MATERIALIZED (
      SELECT o.* FROM "OneTimeToken" o
      WHERE o."hash" = ANY (ARRAY(SELECT decode("hash", 'hex') FROM exchanges))
        AND ${isUnusedToken({ tenancyId, now }, Prisma.sql`'code'::"TokenKind"`)}
      ORDER BY o."hash" FOR UPDATE
    ), found AS MATERIALIZED (
      SELECT e."turn", o."hash", o."payload", o."passkeyId", p."shownPasskeyId", p."aaguid",
        p."quarantinedUntil", u.*
      FROM exchanges e JOIN locked o ON o."hash" = decode(e."hash", 'hex')
        AND o."codeChallenge" IS NOT DISTINCT FROM e."codeChallenge"
      LEFT JOIN LATERAL (
        SELECT ${shownPasskeyIdColumn} AS "shownPasskeyId", p."sub", p."aaguid", p."quarantinedUntil"
        FROM "Passkey" p
        WHERE p."tenancyId" = ${tenancyId} AND p."id" = o."passkeyId" AND p."disabledAt" IS NULL
        LIMIT 1) p ON TRUE,
      LATERAL (
        SELECT u."sub", u."userId", u."email", u."givenName", u."familyName", u."emailVerified"
        FROM "User" u
        WHERE u."tenancyId" = ${tenancyId} AND u."disabledAt" IS NULL
          AND u."sub" = CASE WHEN o."passkeyId" IS NULL THEN o."sub" ELSE p."sub" END LIMIT 1) u
      WHERE NOT e."refusesQuarantined" OR COALESCE(p."quarantinedUntil" <= ${now}, TRUE)
    ), consumed AS (
      UPDATE "OneTimeToken" o SET "consumedAt" = ${now}
      WHERE o."tenancyId" = ${tenancyId} AND o."hash" = ANY (ARRAY(SELECT "hash" FROM found))
    )
    SELECT found.* FROM exchanges e LEFT JOIN found ON found."turn" = e."turn"`;
}

/** Returns the results in order; undefined for a code that can't be exchanged. */
async function exchange(
  tx: Queryable,
  exchanges: readonly [Exchange, ...Exchange[]],
): Promise<(ConsumedCode | undefined)[]> {
  const rows = await confirmedQuery(tx, exchanges, Found, exchangeStatement(exchanges));
  const found = rows.filter((row) => row.turn !== null);
  return exchanges.map((_, turn) => found.find((row) => row.turn === turn));
}

const exchangeRules: CoalesceRules<Exchange, ConsumedCode | undefined> = {
  ...limits.coalesce,
  conflictKey: ({ hash }) => hash,
  run: (calls) => exchange(calls[0].ctx.db, calls),
};

interface ConsumeOptions {
  verifier?: string | undefined;
  /** Runs the statement on its own, in this transaction. */
  transaction?: Queryable;
  refusesQuarantined?: boolean;
}

/**
 * Exchanges a code in one statement that checks, marks the code as used, and reads; concurrent
 * requests share it. The conditions:
 * - the code belongs to this tenancy, has not expired and has not been used;
 * - the API key that authorized its ceremony, if any, is neither locked nor revoked now;
 * - the verifier matches, or the code has no PKCE challenge and no verifier was sent (RFC 9700
 * §4.8.2);
 * - the passkey and the user are enabled;
 * - the passkey is not in quarantine, if `refusesQuarantined`.
 *
 * A wrong or missing verifier does not use up the code. Otherwise a thief could cancel the owner's
 * sign-in. A 256-bit verifier cannot be guessed in five minutes, and `reportRefusedVerifier` audits
 * each attempt.
 * @throws InvalidCode
 */
export async function consumeCode(
  ctx: TenancyContext,
  code: string,
  { verifier, transaction, refusesQuarantined = false }: ConsumeOptions = {},
): Promise<ConsumedCode> {
  const call: Exchange = {
    ctx,
    hash: hashSecretValue(code).toString("hex"),
    codeChallenge: verifier === undefined ? null : codeChallengeOf(verifier),
    refusesQuarantined,
  };
  const consumed =
    transaction === undefined
      ? await ctx.coalesce(exchangeRules, batchKey(ctx), call)
      : (await exchange(transaction, [call]))[0];
  if (consumed === undefined) throw new ServiceError("@error/InvalidCode");
  return consumed;
}

/**
 * Writes an audit event if a refused code is valid but its verifier was wrong or missing. Call it
 * after the refused exchange, outside its transaction.
 */
export async function reportRefusedVerifier(
  ctx: TenancyContext,
  code: string,
  verifier?: string,
): Promise<void> {
  const codeChallenge = verifier === undefined ? null : codeChallengeOf(verifier);
  const [row] = await ctx.db.query(z.object({ sub: z.string() }))`
    SELECT o."sub" FROM "OneTimeToken" o
    WHERE ${isLiveCode(ctx, code, new Date(ctx.clock.now()))}
      AND o."codeChallenge" IS DISTINCT FROM ${codeChallenge}`;
  if (row !== undefined)
    await recordAudit(ctx, ctx.db, {
      action: "principal.verifier-refused",
      target: { kind: "user", id: row.sub },
    });
}
