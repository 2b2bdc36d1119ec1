import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";
import { dropOtherClaims } from "./drop-other-claims";
import { requireEmail } from "./email";
import { findEmailOwner } from "./find-registrant";
import { lockIdentities } from "./lock-identities";

interface Change {
  sub: string;
  /** Blank: the user has none from here on. */
  email: string;
  /** Whether the operator knows that the user reads mail there. */
  emailVerified: boolean;
}

/**
 * Gives a user another email, in the caller's transaction. It is held from here on, as one that an
 * API key gave: whoever only claimed it loses it. Answers the email as it is shown.
 * @throws NotFound · InvalidEmail · DuplicateEmail when another user holds it
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
    throw new ServiceError("@error/DuplicateEmail", undefined, "Another user holds this email.");
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
