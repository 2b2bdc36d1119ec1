import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { covers } from "@/lib/domain/base/tenancy/check-relying-party";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { badRequest } from "@/lib/errors";
import { isOwnerOnHost } from "./confirming-context";

/** Whether the actor is a system owner, or a command with their rights. */
async function isInstallationOwner(
  { actor }: Pick<TenancyContext, "actor">,
  tx: Queryable,
): Promise<boolean> {
  if (actor.kind !== "operator") return isOwnerOnHost(actor);
  return (
    (await tx.operator.count({
      where: { sub: actor.id, role: "owner", tenancy: { isSystem: true } },
    })) > 0
  );
}

/**
 * Refuses a new rpId that covers the console's host, because other sites could then use the
 * operators' passkeys.
 * @throws BadRequest naming the rpId
 */
export async function refuseConsoleHost(
  ctx: Pick<TenancyContext, "actor" | "baseUrl">,
  tx: Queryable,
  { before, after }: Record<"before" | "after", Pick<Settings, "rpId" | "rpIds">>,
): Promise<void> {
  const previous = new Set([before.rpId, ...before.rpIds]);
  const host = new URL(ctx.baseUrl).hostname;
  const at = [after.rpId, ...after.rpIds].findIndex(
    (rpId) => !previous.has(rpId) && covers(rpId, host),
  );
  if (at >= 0 && !(await isInstallationOwner(ctx, tx)))
    throw badRequest(
      at === 0 ? "rpId" : `rpIds.${at - 1}`,
      "This is the console’s own domain; only a system owner can use it",
    );
}
