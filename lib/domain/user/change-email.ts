import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { dropOtherClaims } from "./drop-other-claims";
import { requireEmail } from "./email";
import { findEmailOwner } from "./find-registrant";
import { lockIdentities } from "./lock-identities";

interface Change {
  sub: string;
  /** Blank removes the email. */
  email: string;
  /** Whether the operator confirmed that the user reads this mailbox. */
  emailVerified: boolean;
}

/**
 * Changes a user's email in the caller's transaction. The user then owns the email, as if an API key
 * had set it, and users who only claimed it lose it.
 * @returns the email as displayed
 * @throws NotFound · InvalidEmail · DuplicateEmail if another user owns it
 */
export async function changeEmail(
  ctx: TenancyContext,
  tx: Queryable,
  { sub, email, emailVerified }: Change,
): Promise<string> {
  const given = email.trim() === "" ? null : requireEmail(email);
  await lockIdentities(ctx, tx, { email: given?.normalized });
  const owner = given === null ? null : await findEmailOwner(ctx, tx, given.normalized);
  if (owner !== null && owner.sub !== sub)
    throw new ServiceError("@error/DuplicateEmail", undefined, "Another user has this email.");
  const { count } = await tx.user.updateMany({
    where: { tenancyId: ctx.tenancy.id, sub },
    data: {
      email: given?.shown ?? "",
      emailNormalized: given?.normalized ?? null,
      emailVerified: given !== null && emailVerified,
      emailVouched: given !== null,
      updatedAt: new Date(ctx.clock.now()),
    },
  });
  if (count === 0) throw new ServiceError("@error/NotFound");
  await recordAudit(ctx, tx, { action: "user.email-changed", target: { kind: "user", id: sub } });
  if (given !== null) await dropOtherClaims(ctx, tx, { sub, emailNormalized: given.normalized });
  return given?.shown ?? "";
}
