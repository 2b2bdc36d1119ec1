import { z } from "zod";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { findEmailOwner } from "@/lib/domain/user/find-registrant";
import { ServiceError } from "@/lib/errors";
import { hasAccount } from "./find-invitation";
import type { NewSession } from "@/lib/domain/operator/session/open-session";
import { asOperator } from "@/lib/domain/operator/operator-context";
import { operatorRoles } from "@/lib/domain/operator/permission";
import { provePasskey } from "@/lib/domain/operator/session/prove-passkey";
import { findTrustedFrom, trustPasskey } from "@/lib/domain/operator/session/trusted-passkey";

interface Acceptance {
  link: { tenancyId: string; invitationId: string };
  code: string;
}

const Accepted = z.object({ role: z.enum(operatorRoles), emailNormalized: z.string() });

async function spendInvitation(
  ctx: TenancyContext,
  tx: Queryable,
  { tenancyId, invitationId }: Acceptance["link"],
) {
  const now = new Date(ctx.clock.now());
  const [row] = await tx.$queryRaw<unknown[]>`
    UPDATE "OperatorInvitation" SET "acceptedAt" = ${now}
    WHERE "tenancyId" = ${tenancyId} AND "id" = ${invitationId} AND "acceptedAt" IS NULL AND "revokedAt" IS NULL AND "expiresAt" > ${now}
    RETURNING "role", "emailNormalized"`;
  if (row === undefined) throw new ServiceError("@error/InvalidToken");
  return Accepted.parse(row);
}

/** Somebody new brings the passkey that they made for it; somebody known the one that they have. */
async function proveInvited(
  ctx: TenancyContext,
  tx: Queryable,
  { code, emailNormalized }: { code: string; emailNormalized: string },
): Promise<NewSession> {
  const { sub, passkeyId, payload } = await provePasskey(ctx, tx, code, {});
  const owner = await findEmailOwner(ctx, tx, emailNormalized);
  if (owner?.sub !== sub)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This invitation is for another e-mail address than this passkey.",
    );
  if (payload.operation === "registration") {
    if (await hasAccount(ctx, tx, sub))
      throw new ServiceError(
        "@error/Forbidden",
        undefined,
        "This address has a console account; accept with a passkey that it has.",
      );
    await trustPasskey(ctx, tx, { passkeyId, fromMs: ctx.clock.now() });
    return { sub, signIn: "passkey", passkeyId, isSteppedUp: true };
  }
  const trustedFrom = await findTrustedFrom(ctx, tx, passkeyId);
  if (trustedFrom === null)
    throw new ServiceError(
      "@error/Forbidden",
      undefined,
      "This passkey was not made for the console.",
    );
  return { sub, signIn: "passkey", passkeyId, isSteppedUp: trustedFrom <= ctx.clock.now() };
}

/**
 * Gives the role that was offered, in the transaction that spends the link. A role that somebody
 * has there already stays.
 * @param ctx of the system tenancy
 * @throws InvalidToken when accepted, revoked or over · InvalidCode · Forbidden for another address
 */
export async function acceptInvitation(
  ctx: TenancyContext,
  tx: Queryable,
  { link, code }: Acceptance,
): Promise<NewSession> {
  const { role, emailNormalized } = await spendInvitation(ctx, tx, link);
  const session = await proveInvited(ctx, tx, { code, emailNormalized });
  const { sub } = session;
  await tx.operator.createMany({
    data: { tenancyId: link.tenancyId, sub, role, createdAt: new Date(ctx.clock.now()) },
    skipDuplicates: true,
  });
  await recordAudit({ ...asOperator(ctx, sub), tenancy: { id: link.tenancyId } }, tx, {
    action: "operator.joined",
    target: { kind: "operator", id: sub },
    detail: role,
  });
  return session;
}
