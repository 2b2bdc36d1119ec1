import { z } from "zod";
import { insertAudit } from "@/lib/domain/audit/insert-audit";
import { auditRows, type AuditAction } from "@/lib/domain/audit/record-audit";
import type { TenancyContext } from "@/lib/domain/context";
import type { PreparedCode } from "@/lib/domain/principal/prepare-code";
import type { SignedInUser } from "@/lib/domain/principal/to-browser-success";
import { findTenancy } from "@/lib/domain/tenancy/find-tenancy";
import { ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import type { VerifiedAssertion } from "./check-assertion";

const Row = z.object({
  sub: z.string(),
  userId: z.string().nullable(),
  email: z.string(),
  givenName: z.string(),
  familyName: z.string(),
  emailVerified: z.boolean(),
});

function actionsOf({ passkey, signCount, backedUp }: VerifiedAssertion): AuditAction[] {
  // An authenticator without a counter always reports 0.
  const hasCounter = signCount > 0 || passkey.signCount > 0n;
  const actions: AuditAction[] = ["passkey.authenticated"];
  if (hasCounter && BigInt(signCount) <= passkey.signCount)
    actions.push("passkey.sign-count-regressed");
  if (backedUp !== passkey.backedUp) actions.push("passkey.backup-state-changed");
  return actions;
}

/** Finds out why the statement wrote nothing. */
async function refuse(
  ctx: TenancyContext,
  passkeyId: string,
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
  throw new ServiceError("@error/PasskeyDisabled", { passkeyId });
}

/**
 * Writes a verified sign-in in one statement, or nothing. CTEs:
 * - `used`: checks again that passkey, user, tenancy and authorizing key are active, and updates the
 *   passkey's counter, backup state and last use
 * - `code`: stores the one-time code
 * - `audit`: stores the audit events
 * @throws PasskeyDisabled when the passkey or user was disabled or deleted in the meantime ·
 * InvalidToken when the key was revoked or locked · InvalidTenancy when suspended
 */
export async function writeAuthentication(
  ctx: TenancyContext,
  { assertion, code }: { assertion: VerifiedAssertion; code: PreparedCode },
): Promise<SignedInUser> {
  const { passkeyId } = assertion.passkey;
  const { apiKeyId } = code;
  const tenancyId = ctx.tenancy.id;
  const now = new Date(ctx.clock.now());
  const actions = actionsOf(assertion);
  const regressedAt = actions.includes("passkey.sign-count-regressed") ? now : null;
  const events = auditRows(
    ctx,
    actions.map((action) => ({ action, target: { kind: "passkey", id: passkeyId } })),
  );
  const [row] = await ctx.run(Prisma.sql`
    WITH used AS (
      UPDATE "Passkey" p SET
        "signCount" = GREATEST(p."signCount", ${assertion.signCount}),
        "signCountRegressedAt" = COALESCE(${regressedAt}::timestamptz, p."signCountRegressedAt"),
        "backupEligible" = ${assertion.backupEligible}, "backupAssumed" = false,
        "backedUp" = ${assertion.backedUp}, "lastUsedAt" = ${now}
      FROM "User" u, "Tenancy" t
      WHERE p."tenancyId" = ${tenancyId} AND p."id" = ${passkeyId} AND p."disabledAt" IS NULL
        AND u."tenancyId" = p."tenancyId" AND u."sub" = p."sub" AND u."disabledAt" IS NULL
        AND t."id" = p."tenancyId" AND t."suspendedAt" IS NULL
        AND (${apiKeyId}::text IS NULL OR EXISTS (
          SELECT 1 FROM "ApiKey" k
          WHERE k."tenancyId" = ${tenancyId} AND k."id" = ${apiKeyId}
            AND k."revokedAt" IS NULL AND k."lockedAt" IS NULL))
      RETURNING u."sub", u."userId", u."email", u."givenName", u."familyName", u."emailVerified"
    ), code AS (
      INSERT INTO "OneTimeToken"
        ("tenancyId", "hash", "kind", "payload", "sub", "passkeyId",
         "apiKeyId", "codeChallenge", "createdAt", "expiresAt")
      SELECT ${tenancyId}, ${code.hash}, 'code', ${JSON.stringify(code.payload)}::json, used."sub", ${passkeyId},
        ${apiKeyId}, ${code.codeChallenge}, ${code.createdAt}, ${code.expiresAt}
      FROM used
    ), audit AS (${insertAudit(events, Prisma.sql`used`)})
    SELECT * FROM used`);
  return row === undefined ? refuse(ctx, passkeyId, apiKeyId) : Row.parse(row);
}
