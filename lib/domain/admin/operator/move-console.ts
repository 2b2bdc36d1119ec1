import type { Service } from "@/lib/domain/base/context";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { canHavePasskeys, consoleSite } from "./system-tenancy";

/**
 * Moves the console to the base URL, if an earlier start had another one. Operators' passkeys
 * stay bound to the old host, so owners create new ones with `operator recover`. Without this, no
 * operator could sign in after a change of BASE_URL.
 *
 * Only warns of a host that cannot have passkeys, such as an IP address.
 */
export async function moveConsole(service: Service): Promise<void> {
  const { db, log, clock, createId, baseUrl } = service;
  if (!canHavePasskeys(baseUrl)) {
    log.warn(
      { event: "console.no_passkeys" },
      "passkeys can't work on the host of BASE_URL, so nobody can sign in to the console; use a " +
        "domain name",
    );
    return;
  }
  const site = consoleSite(baseUrl);
  const { rpId, allowedOrigins } = site;
  const isMoved = await db.$transaction(async (tx) => {
    const [tenancy] = await tx.tenancy.updateManyAndReturn({
      where: {
        isSystem: true,
        NOT: { rpId, allowedOrigins: { equals: allowedOrigins } },
      },
      data: { ...site, updatedAt: new Date(clock.now()) },
      select: { id: true },
    });
    if (tenancy === undefined) return false;
    await recordAudit({ tenancy, clock, createId, actor: { kind: "system" } }, tx, {
      action: "tenancy.settings-changed",
      target: { kind: "tenancy", id: tenancy.id },
      detail: "rpId environment allowedOrigins",
    });
    return true;
  });
  if (isMoved)
    log.warn(
      { event: "console.moved" },
      "BASE_URL has changed: if its host has, owners need a new passkey for the console from " +
        "keystead operator recover",
    );
}
