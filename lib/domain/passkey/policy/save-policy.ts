import type {
  PasskeyPolicy,
  PasskeyPolicyRules,
  SavePasskeyPolicy,
} from "@/lib/contract/passkey-policy";
import type { PasskeyPolicySimulation, RefusedPasskey } from "@/lib/contract/policy-simulation";
import type { TenancyContext } from "@/lib/domain/base/context";
import { readReason, recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { limits } from "@/lib/limits";
import { checkRules } from "./check-rules";
import { policyOf } from "./find-policy";
import { toPasskeyPolicy } from "./get-policy";
import { refusesSignIns } from "./judge";
import { requireAdmittedOwner } from "./keep-an-owner-admitted";
import { simulatePolicy } from "./simulate-policy";

/**
 * Saves a new version of the policy, and makes it the current one. It locks the tenancy's row, so of
 * two concurrent saves the second finds another version.
 * @throws BadRequest naming each invalid field, `version` if another version was saved in the
 * meantime, or `rules` if no owner of the installation could sign in · NotFound
 */
export async function savePolicy(
  ctx: TenancyContext,
  { version: loaded, rules, reason }: SavePasskeyPolicy,
): Promise<PasskeyPolicy> {
  checkRules(rules, ctx.tenancy);
  const { id: tenancyId } = ctx.tenancy;
  return ctx.db.$transaction(async (tx) => {
    // Raw, because Prisma takes no row locks.
    await tx.$executeRaw`SELECT 1 FROM "Tenancy" WHERE "id" = ${tenancyId} FOR UPDATE`;
    const before = await tx.tenancy.findFirst({
      where: { id: tenancyId, deletedAt: null },
      select: { passkeyPolicyVersion: true, updatedAt: true },
    });
    if (before === null) throw new ServiceError("@error/NotFound");
    if (before.passkeyPolicyVersion !== loaded)
      throw badRequest("version", "The policy has changed since you opened it");
    const version = loaded + 1;
    await requireAdmittedOwner(ctx, tx, policyOf(rules, version));
    const saved = await tx.passkeyPolicy.create({
      data: {
        tenancyId,
        version,
        document: rules,
        actorKind: ctx.actor.kind,
        actorId: "id" in ctx.actor ? ctx.actor.id : null,
        reason: readReason(reason),
        createdAt: new Date(ctx.clock.now()),
      },
    });
    const updatedAt = new Date(Math.max(ctx.clock.now(), before.updatedAt.getTime() + 1));
    await tx.tenancy.update({
      where: { id: tenancyId },
      data: { passkeyPolicyVersion: version, updatedAt },
    });
    await recordAudit(ctx, tx, {
      action: "tenancy.passkey-policy-saved",
      target: { kind: "tenancy", id: tenancyId },
      detail: `version ${version} ${rules.mode}`,
      reason,
    });
    return toPasskeyPolicy(saved);
  });
}

/** The totals of a simulation, and the first refused passkeys. */
export interface Rehearsal {
  totals: PasskeyPolicySimulation;
  /** At most `limits.simulationListed`. */
  refused: RefusedPasskey[];
}

/** Simulates rules, or the current policy, for display. @throws as simulatePolicy */
export async function rehearsePolicy(
  ctx: TenancyContext,
  rules?: PasskeyPolicyRules,
): Promise<Rehearsal> {
  const refused: RefusedPasskey[] = [];
  for await (const line of simulatePolicy(ctx, rules))
    if (line._tag === "PasskeyPolicySimulation") return { totals: line, refused };
    else if (refused.length < limits.simulationListed) refused.push(line);
  throw new Error("the simulation ended without totals");
}

export type ConfirmedSave =
  | { isSaved: true; policy: PasskeyPolicy }
  /** Nothing is saved. `totals` are what the operator has to confirm. */
  | { isSaved: false; totals: PasskeyPolicySimulation };

/**
 * Saves a policy as `savePolicy`, unless it refuses users at their next sign-in whom the operator
 * hasn't confirmed. Such rules are simulated at the time of saving.
 * @param input.confirmedRefusals the number of refused users that the operator confirmed; default: 0
 * @throws as savePolicy and simulatePolicy
 */
export async function saveConfirmedPolicy(
  ctx: TenancyContext,
  {
    confirmedRefusals = 0,
    ...input
  }: SavePasskeyPolicy & { confirmedRefusals?: number | undefined },
): Promise<ConfirmedSave> {
  if (refusesSignIns(input)) {
    const { totals } = await rehearsePolicy(ctx, input.rules);
    if (totals.refusedUsers > confirmedRefusals) return { isSaved: false, totals };
  }
  return { isSaved: true, policy: await savePolicy(ctx, input) };
}
