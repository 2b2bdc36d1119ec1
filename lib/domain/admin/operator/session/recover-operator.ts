import { getSystemTenancy } from "@/lib/domain/admin/operator/system-tenancy";
import type { Queryable, Service, TenancyContext } from "@/lib/domain/base/context";
import { type Email, requireEmail } from "@/lib/domain/base/email-address";
import { takeLocks } from "@/lib/domain/base/take-locks";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { findEmailOwner } from "@/lib/domain/user/find-user-by-user-id";
import { joinOrCreateUser } from "@/lib/domain/user/join-or-create-user";
import { ServiceError } from "@/lib/errors";
import { createLink } from "./operator-link";

export interface Recovery {
  sub: string;
  /** Whether this created the installation's first owner. */
  isFirst: boolean;
  /** The number of the owner's passkeys that were disabled. */
  disabledPasskeys: number;
  /** Page that registers a new passkey and signs the owner in. The secret is in the fragment. */
  link: string;
  /** In ms. The link expires after ten minutes and registers one passkey. */
  expiresAt: number;
}

async function findOwner(
  ctx: TenancyContext,
  tx: Queryable,
  email: Email,
): Promise<{ sub: string; isFirst: boolean }> {
  const tenancyId = ctx.tenancy.id;
  const user = await findEmailOwner(ctx, tx, email.normalized);
  const owner =
    user === null
      ? null
      : await tx.operator.findUnique({ where: { tenancyId_sub: { tenancyId, sub: user.sub } } });
  if (owner !== null) return { sub: owner.sub, isFirst: false };
  if ((await tx.operator.count({ where: { tenancyId } })) > 0)
    throw new ServiceError("@error/NotFound", undefined, `No owner has the email ${email.shown}.`);
  const { sub } = await joinOrCreateUser(ctx, tx, { selfService: false, email: email.shown });
  await tx.operator.create({
    data: { tenancyId, sub, role: "owner", createdAt: new Date(ctx.clock.now()) },
  });
  await recordAudit(ctx, tx, {
    action: "operator.owner-made",
    target: { kind: "operator", id: sub },
  });
  return { sub, isFirst: true };
}

/**
 * Creates a recovery link for an owner who lost their passkeys, or for a new first owner if there is
 * none. Only the CLI calls it: its caller can read the database anyway. Never expose it to the
 * network.
 * @throws InvalidEmail · NotFound if there are owners and none has the email
 */
export async function recoverOperator(
  service: Service,
  input: { email: string; disableOthers: boolean },
): Promise<Recovery> {
  const email = requireEmail(input.email);
  const tenancy = await getSystemTenancy(service);
  const ctx: TenancyContext = {
    ...service,
    tenancy,
    actor: { kind: "system" },
    requestId: service.createId(),
    client: {},
  };
  const now = new Date(service.clock.now());
  const recovered = await service.db.$transaction(async (tx) => {
    // Serialize recoveries: the second of two finds the first owner that the other one created.
    await takeLocks(tx, "operators");
    const owner = await findOwner(ctx, tx, email);
    const where = { tenancyId: tenancy.id, sub: owner.sub };
    await tx.user.updateMany({ where, data: { disabledAt: null, updatedAt: now } });
    const others = input.disableOthers
      ? { disabledAt: now, disabledReason: "owner recovered", disabledBy: "system", updatedAt: now }
      : undefined;
    const disabled =
      others === undefined
        ? { count: 0 }
        : await tx.passkey.updateMany({ where: { ...where, disabledAt: null }, data: others });
    // Disabling passkeys does not end sessions that began with an emailed code.
    if (input.disableOthers) await tx.operatorSession.deleteMany({ where });
    await recordAudit(ctx, tx, {
      action: "operator.recovered",
      target: { kind: "operator", id: owner.sub },
    });
    return { ...owner, disabledPasskeys: disabled.count };
  });
  return { ...recovered, ...(await createLink(ctx, { purpose: "recovery", sub: recovered.sub })) };
}
