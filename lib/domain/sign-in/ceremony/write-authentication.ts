import { z } from "zod";
import { batchKey } from "@/lib/domain/access/confirmed-query";
import type { CoalesceRules, TenancyContext } from "@/lib/domain/base/context";
import { findTenancy } from "@/lib/domain/base/tenancy/find-tenancy";
import { inQuarantine, ofDisabledUser } from "@/lib/domain/passkey/guard/guard-new-passkey";
import type { AuditAction } from "@/lib/domain/record/audit/audit-actions";
import { auditRows, insertAudit } from "@/lib/domain/record/audit/record-audit";
import type { PreparedCode } from "@/lib/domain/sign-in/principal/prepare-code";
import type { SignedInUser } from "@/lib/domain/sign-in/principal/to-browser-success";
import { ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { Prisma } from "@/prisma/generated/client";
import { isCounterStale, type VerifiedAssertion } from "./check-assertion";
import { verificationFailed } from "./check-client-data";

const Row = z.object({
  turn: z.int(),
  sub: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  emailVerified: z.boolean(),
});

function actionsOf({ passkey, signCount, backedUp }: VerifiedAssertion): AuditAction[] {
  const actions: AuditAction[] = ["passkey.authenticated"];
  if (isCounterStale(passkey.signCount, signCount)) actions.push("passkey.sign-count-regressed");
  if (backedUp !== passkey.backedUp) actions.push("passkey.backup-state-changed");
  return actions;
}

/** Finds out why the statement wrote nothing. */
async function refuse(
  ctx: TenancyContext,
  { passkey: { passkeyId, shownId }, signCount }: VerifiedAssertion,
  apiKeyId: string | null,
): Promise<never> {
  const tenancy = await findTenancy(ctx, ctx.tenancy.id);
  if (tenancy === null || tenancy.suspendedAt !== null)
    throw new ServiceError("@error/InvalidTenancy");
  const inactive = { OR: [{ revokedAt: { not: null } }, { lockedAt: { not: null } }] };
  const isKeyInactive =
    apiKeyId !== null &&
    (await ctx.db.apiKey.count({
      where: { tenancyId: ctx.tenancy.id, id: apiKeyId, ...inactive },
    })) > 0;
  if (isKeyInactive) throw new ServiceError("@error/InvalidToken");
  const stored = await ctx.db.passkey.findFirst({
    where: { tenancyId: ctx.tenancy.id, id: passkeyId, disabledAt: null },
    select: { signCount: true, quarantinedUntil: true, user: { select: { disabledAt: true } } },
  });
  if (stored !== null && stored.user.disabledAt !== null) throw ofDisabledUser(shownId);
  const quarantineMs = stored?.quarantinedUntil?.getTime() ?? 0;
  if (quarantineMs > ctx.clock.now()) throw inQuarantine(shownId, quarantineMs);
  if (stored !== null && mustIncrease(ctx) && isCounterStale(stored.signCount, signCount))
    throw verificationFailed("signature-counter");
  throw new ServiceError("@error/PasskeyDisabled", { passkeyId: shownId });
}

const mustIncrease = ({ tenancy }: TenancyContext) => tenancy.signatureCounter === "refuse";

/** A verified sign-in. */
interface SignIn {
  ctx: TenancyContext;
  assertion: VerifiedAssertion;
  code: PreparedCode;
}

const inputOf = ({ assertion, code }: SignIn, turn: number) => ({
  turn,
  passkeyId: assertion.passkey.passkeyId,
  signCount: assertion.signCount,
  isRegressed: actionsOf(assertion).includes("passkey.sign-count-regressed"),
  backupEligible: assertion.backupEligible,
  backedUp: assertion.backedUp,
  apiKeyId: code.apiKeyId,
  hash: code.hash.toString("hex"),
  // Text, because jsonb would reorder the keys.
  payload: JSON.stringify(code.payload),
  codeChallenge: code.codeChallenge,
  createdAt: code.createdAt,
  expiresAt: code.expiresAt,
});

const eventsOf = ({ ctx, assertion }: SignIn) =>
  auditRows(
    ctx,
    actionsOf(assertion).map((action) => ({
      action,
      target: { kind: "passkey", id: assertion.passkey.passkeyId },
    })),
  );

/**
 * Builds the statement that writes sign-ins of one tenancy, each with another passkey. CTEs, in order:
 * - `signIns`: the input, one row per sign-in
 * - `locked`: locks the passkeys that are enabled and not in quarantine, by id, so that two
 *   statements never deadlock
 * - `admitted`: the sign-ins whose user, tenancy and authorizing key are active, too, and whose
 *   counter has increased if the tenancy requires it
 * - `used`: updates the passkeys' counters, backup states and last use
 * - `codes`: stores the one-time codes
 * - `audit`: stores the audit events
 */
function writeStatement(signIns: readonly [SignIn, ...SignIn[]]): Prisma.Sql {
  const { ctx } = signIns[0];
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  return Prisma.sql`
    WITH "signIns" AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(signIns.map(inputOf))}::jsonb) AS s(
        "turn" int, "passkeyId" text, "signCount" bigint, "isRegressed" boolean,
        "backupEligible" boolean, "backedUp" boolean, "apiKeyId" text, "hash" text, "payload" text,
        "codeChallenge" text, "createdAt" timestamptz, "expiresAt" timestamptz)
    ), locked AS MATERIALIZED (
      SELECT p."id", p."sub", p."signCount" AS "storedCount" FROM "Passkey" p
      WHERE p."tenancyId" = ${tenancyId} AND p."disabledAt" IS NULL
        AND (p."quarantinedUntil" IS NULL OR p."quarantinedUntil" <= ${now})
        AND p."id" = ANY (ARRAY(SELECT "passkeyId" FROM "signIns"))
      ORDER BY p."id" FOR UPDATE
    ), admitted AS MATERIALIZED (
      SELECT s.*, u.* FROM locked p JOIN "signIns" s ON s."passkeyId" = p."id", LATERAL (
        SELECT u."sub", u."userId", u."email", u."givenName", u."familyName", u."emailVerified"
        FROM "User" u JOIN "Tenancy" t ON t."id" = u."tenancyId"
        WHERE u."tenancyId" = ${tenancyId} AND u."sub" = p."sub" AND u."disabledAt" IS NULL
          AND t."suspendedAt" IS NULL LIMIT 1) u
      WHERE (s."apiKeyId" IS NULL OR EXISTS (
        SELECT 1 FROM "ApiKey" k
        WHERE k."tenancyId" = ${tenancyId} AND k."id" = s."apiKeyId"
          AND k."revokedAt" IS NULL AND k."lockedAt" IS NULL))
      AND (NOT ${mustIncrease(ctx)} OR s."signCount" > p."storedCount"
        OR (s."signCount" = 0 AND p."storedCount" = 0))
    ), used AS (
      UPDATE "Passkey" p SET
        "signCount" = GREATEST(p."signCount", s."signCount"),
        "signCountRegressedAt" = CASE WHEN s."isRegressed" THEN ${now}
          ELSE p."signCountRegressedAt" END,
        "backupEligible" = s."backupEligible", "backupAssumed" = false,
        "backedUp" = s."backedUp", "lastUsedAt" = ${now}
      FROM admitted s
      WHERE p."tenancyId" = ${tenancyId} AND p."id" = s."passkeyId"
        AND p."id" = ANY (ARRAY(SELECT "passkeyId" FROM admitted))
    ), codes AS (
      INSERT INTO "OneTimeToken"
        ("tenancyId", "hash", "kind", "payload", "sub", "passkeyId",
         "apiKeyId", "codeChallenge", "createdAt", "expiresAt")
      SELECT ${tenancyId}, decode(s."hash", 'hex'), 'code', s."payload"::json, s."sub",
        s."passkeyId", s."apiKeyId", s."codeChallenge", s."createdAt", s."expiresAt"
      FROM admitted s
    ), audit AS (${insertAudit(
      signIns.flatMap(eventsOf),
      Prisma.sql`admitted`,
      Prisma.sql`e."targetId" = admitted."passkeyId"`,
    )})
    SELECT * FROM admitted`;
}

/** Two sign-ins with one passkey take turns, because each updates its counter. */
const signIns: CoalesceRules<SignIn, SignedInUser | undefined> = {
  ...limits.coalesce,
  conflictKey: ({ assertion }) => assertion.passkey.passkeyId,
  async run(batch) {
    const rows = await batch[0].ctx.db.query(Row)(writeStatement(batch));
    return batch.map((_, turn) => rows.find((row) => row.turn === turn));
  },
};

/**
 * Writes a verified sign-in, or nothing. One round trip, shared with concurrent sign-ins.
 * @throws PasskeyDisabled when the passkey or user was disabled or deleted in the meantime, or the
 * passkey moved into quarantine · VerificationFailed `signature-counter` when another sign-in has
 * stored the counter · InvalidToken when the key was revoked or locked · InvalidTenancy when suspended
 */
export async function writeAuthentication(
  ctx: TenancyContext,
  { assertion, code }: Omit<SignIn, "ctx">,
): Promise<SignedInUser> {
  const user = await ctx.coalesce(signIns, batchKey(ctx), { ctx, assertion, code });
  return user ?? refuse(ctx, assertion, code.apiKeyId);
}
