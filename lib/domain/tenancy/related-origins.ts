import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Service, TenancyContext } from "@/lib/domain/context";
import { ServiceError } from "@/lib/errors";

/** A system owner's word that this host's /.well-known/webauthn may name the tenancy's origins. */
export async function confirmRelatedOriginsHost(ctx: TenancyContext & { actor: { kind: "operator"; id: string } }, host: string): Promise<void> {
  const row = { tenancyId: ctx.tenancy.id, host, confirmedAt: new Date(ctx.clock.now()), confirmedBy: ctx.actor.id };
  await ctx.db.$transaction(async (tx) => {
    await tx.relatedOriginsHost.create({ data: row });
    await recordAudit(ctx, tx, { action: "tenancy.related-origins-confirmed", target: { kind: "tenancy", id: ctx.tenancy.id } });
  });
}

/**
 * The web origins that may use this host's rpId (WebAuthn L3 §5.11).
 * @throws NotFound unless a system owner confirmed the host for a tenancy: the document lends the host's passkeys
 */
export async function getRelatedOrigins({ db }: Pick<Service, "db">, host: string): Promise<{ origins: string[] }> {
  const confirmed = await db.relatedOriginsHost.findUnique({
    where: { host },
    select: { tenancy: { select: { allowedOrigins: true, suspendedAt: true } } },
  });
  if (confirmed === null || confirmed.tenancy.suspendedAt !== null) throw new ServiceError("@error/NotFound");
  return { origins: confirmed.tenancy.allowedOrigins.filter((origin) => origin.startsWith("https://")) };
}
