import type { z } from "zod";
import type { Queryable, TenancyContext } from "@/lib/domain/base/context";
import { logoColumns } from "@/lib/domain/base/tenancy/branding";
import { checkRelyingParty, covers } from "@/lib/domain/base/tenancy/check-relying-party";
import type { Settings } from "@/lib/domain/base/tenancy/get-settings";
import { settingNames, type SettingsChange } from "@/lib/domain/base/tenancy/settings";
import { describeChanges } from "@/lib/domain/record/audit/describe-changes";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, badRequestOf } from "@/lib/errors";
import type { Prisma } from "@/prisma/generated/client";
import { refuseSystemTenancy } from "./delete-tenancy";
import { isOwnerOnHost } from "./related-origins";
import { requestSenderDomain } from "./sender-domain";
import { lockSettings, parseChanges } from "./settings-change";

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

export interface SettingsUpdate {
  changes: z.input<typeof SettingsChange>;
  /** Values that must still be current. Absent: no check for others' changes. */
  expected?: Record<string, unknown> | undefined;
  /** Null removes the logo. */
  brandLogo?: Uint8Array<ArrayBuffer> | null | undefined;
  /** Checks what may have changed while this waited for the tenancy's row. */
  whenLocked?: (tx: Queryable) => Promise<void>;
}

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Validates what depends on the tenancy's other settings, and withdraws hosts that no rpId covers
 * any more.
 */
async function changeRelyingParty(
  ctx: TenancyContext,
  tx: Queryable,
  { before, after }: Record<"before" | "after", Settings>,
): Promise<void> {
  checkRelyingParty(after);
  await refuseConsoleHost(ctx, tx, { before, after });
  const tenancyId = ctx.tenancy.id;
  const hosts = await tx.relatedOriginsHost.findMany({
    where: { tenancyId },
    select: { host: true },
  });
  const uncovered = hosts.filter(
    ({ host }) => ![after.rpId, ...after.rpIds].some((rpId) => covers(rpId, host)),
  );
  await tx.relatedOriginsHost.deleteMany({
    where: { tenancyId, host: { in: uncovered.map(({ host }) => host) } },
  });
}

/** @throws BadRequest naming each expected value that isn't current */
function requireCurrent(expected: Record<string, unknown>, current: Settings): void {
  const issues = settingNames
    .filter((name) => Object.hasOwn(expected, name) && !isEqual(expected[name], current[name]))
    .map((name) => ({ path: `expected.${name}`, message: "has changed since you read it" }));
  if (issues.length > 0) throw badRequestOf(issues);
}

/**
 * Updates settings, all of them or none. The audit event shows what changed. It locks the
 * tenancy's row, so settings that depend on each other are checked against their current values.
 * @returns the names of the changed settings, and the given values as stored
 * @throws BadRequest naming each invalid field, or each expected value that isn't current · Forbidden
 * for the system tenancy · NotFound
 */
export async function updateSettings(
  ctx: TenancyContext,
  { changes, expected = {}, brandLogo, whenLocked }: SettingsUpdate,
): Promise<{ changed: string[]; values: SettingsChange }> {
  refuseSystemTenancy(ctx.tenancy);
  const values = parseChanges(changes);
  const logo = logoColumns(brandLogo);
  const { id } = ctx.tenancy;
  return ctx.db.$transaction(async (tx) => {
    const before = await lockSettings(ctx, tx);
    await whenLocked?.(tx);
    requireCurrent(expected, before);
    const changed: string[] = settingNames.filter(
      (name) => values[name] !== undefined && !isEqual(values[name], before[name]),
    );
    const data = {
      ...Object.fromEntries(Object.entries(values).filter(([name]) => changed.includes(name))),
      ...logo,
    } as Prisma.TenancyUpdateInput;
    if (brandLogo !== undefined) changed.push("brandLogo");
    if (changed.length === 0) return { changed, values };
    const after = { ...before, ...data } as Settings;
    if (["rpId", "rpIds", "allowedOrigins"].some((name) => changed.includes(name)))
      await changeRelyingParty(ctx, tx, { before, after });
    if (changed.includes("mailSender")) await requestSenderDomain(ctx, tx, after.mailSender);
    // Always increase it, even for two changes within a millisecond.
    const updatedAt = new Date(Math.max(ctx.clock.now(), before.updatedAt + 1));
    await tx.tenancy.update({ where: { id }, data: { ...data, updatedAt } });
    await recordAudit(ctx, tx, {
      action: "tenancy.settings-changed",
      target: { kind: "tenancy", id },
      detail: describeChanges(changed, before, after),
    });
    return { changed, values };
  });
}
