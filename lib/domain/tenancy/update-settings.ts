import type { z } from "zod";
import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Queryable, TenancyContext } from "@/lib/domain/context";
import { badRequest, ServiceError } from "@/lib/errors";
import type { Prisma } from "@/prisma/generated/client";
import { brandingColumns } from "./branding";
import { checkRelyingParty, covers } from "./check-relying-party";
import { getSettings, type Settings } from "./get-settings";
import { refuseSystemTenancy } from "./refuse-system-tenancy";
import { requestSenderDomain } from "./sender-domain";
import { settingNames, SettingsChange } from "./settings";

export interface SettingsUpdate {
  changes: z.input<typeof SettingsChange>;
  /** `updatedAt` of the settings that the user edited (ms). Absent: no check for other changes. */
  loadedAt?: number;
}

function parseChanges(input: SettingsUpdate["changes"]): SettingsChange {
  const parsed = SettingsChange.safeParse(input);
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join("."),
    message,
  }));
  throw new ServiceError(
    "@error/BadRequest",
    { issues },
    issues.map(({ path, message }) => `${path}: ${message}`).join("; "),
  );
}

/** Whether the actor is the CLI or an owner of the installation. */
async function isInstallationOwner({ actor }: TenancyContext, tx: Queryable): Promise<boolean> {
  if (actor.kind !== "operator") return actor.kind === "system";
  return (
    (await tx.operator.count({
      where: { sub: actor.id, role: "owner", tenancy: { isSystem: true } },
    })) > 0
  );
}

/**
 * Refuses a new rpId that covers the console's host, because other sites could then use the
 * operators' passkeys.
 */
async function refuseConsoleHost(
  ctx: TenancyContext,
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
      "This is the console’s own domain; only an owner of the installation can use it",
    );
}

/**
 * Updates settings, all of them or none. The audit event names the changed ones. It locks the
 * tenancy's row, so settings that depend on each other are checked against their current values.
 * @throws BadRequest naming each invalid field, or `loadedAt` if the settings changed since ·
 * Forbidden for the system tenancy · NotFound
 */
export async function updateSettings(
  ctx: TenancyContext,
  { changes, loadedAt }: SettingsUpdate,
): Promise<{ changed: string[]; updatedAt: number }> {
  refuseSystemTenancy(ctx.tenancy);
  const given = parseChanges(changes);
  const { brandName, brandColor, mailSender, mailReplyTo, locale } = given;
  brandingColumns(
    Object.fromEntries(
      Object.entries({ brandName, brandColor, mailSender, mailReplyTo, locale }).filter(
        ([, value]) => value !== undefined,
      ),
    ),
  );
  const { id } = ctx.tenancy;
  return ctx.db.$transaction(async (tx) => {
    // Raw, because Prisma takes no row locks.
    await tx.$executeRaw`SELECT 1 FROM "Tenancy" WHERE "id" = ${id} FOR UPDATE`;
    const before = await getSettings(ctx, tx);
    if (loadedAt !== undefined && loadedAt !== before.updatedAt)
      throw badRequest("loadedAt", "These settings have changed since you opened them");
    const changed = settingNames.filter(
      (name) =>
        given[name] !== undefined && JSON.stringify(given[name]) !== JSON.stringify(before[name]),
    );
    if (changed.length === 0) return { changed, updatedAt: before.updatedAt };
    const data = Object.fromEntries(
      changed.map((name) => [name, given[name]]),
    ) as Prisma.TenancyUpdateInput;
    const after = { ...before, ...data } as Settings;
    if (changed.some((name) => name === "rpId" || name === "rpIds" || name === "allowedOrigins")) {
      checkRelyingParty(after);
      await refuseConsoleHost(ctx, tx, { before, after });
      const hosts = await tx.relatedOriginsHost.findMany({
        where: { tenancyId: id },
        select: { host: true },
      });
      const uncovered = hosts.filter(
        ({ host }) => ![after.rpId, ...after.rpIds].some((rpId) => covers(rpId, host)),
      );
      await tx.relatedOriginsHost.deleteMany({
        where: { tenancyId: id, host: { in: uncovered.map(({ host }) => host) } },
      });
    }
    if (changed.includes("mailSender")) await requestSenderDomain(ctx, tx, after.mailSender);
    // Always increase it, even for two changes within a millisecond.
    const updatedAt = Math.max(ctx.clock.now(), before.updatedAt + 1);
    await tx.tenancy.update({ where: { id }, data: { ...data, updatedAt: new Date(updatedAt) } });
    await recordAudit(ctx, tx, {
      action: "tenancy.settings-changed",
      target: { kind: "tenancy", id },
      detail: changed.join(" "),
    });
    return { changed, updatedAt };
  });
}
