import type { Actor, Service, TenancyContext } from "@/lib/domain/base/context";
import { covers } from "@/lib/domain/base/tenancy/check-relying-party";
import { webViewOrigins } from "@/lib/domain/base/tenancy/origin";
import { recordAudit } from "@/lib/domain/record/audit/record-audit";
import { badRequest, ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { refuseSystemTenancy } from "./delete-tenancy";

/** Who may confirm for the installation: a system owner, or a command with their rights. */
export type ConfirmingContext = TenancyContext & {
  actor: { kind: "operator"; id: string } | { kind: "configurationFile"; isSystemOwner: true };
};

/** `confirmedBy` of a confirmation: an operator's `sub`, or `system` for the command line. */
export const confirmerOf = ({ actor }: ConfirmingContext): string =>
  actor.kind === "operator" ? actor.id : "system";

/** Whether the actor is a command on the host with the rights of a system owner. */
export const isOwnerOnHost = (actor: Actor): boolean =>
  actor.kind === "system" || (actor.kind === "configurationFile" && actor.isSystemOwner);

const isTaken = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";

/**
 * Confirms, as a system owner, that this host's /.well-known/webauthn may list the tenancy's origins.
 * @param host at or below one of the tenancy's rpIds
 * @throws BadRequest (host) for another host, or one that is already confirmed for a tenancy
 */
export async function confirmRelatedOriginsHost(
  ctx: ConfirmingContext,
  host: string,
): Promise<void> {
  const { id, rpId, rpIds } = ctx.tenancy;
  refuseSystemTenancy(ctx.tenancy);
  if (!/^[a-z0-9.-]{1,253}$/.test(host) || ![rpId, ...rpIds].some((one) => covers(one, host)))
    throw badRequest("host", `Must be ${[rpId, ...rpIds].join(" or ")}, or a subdomain`);
  const row = {
    tenancyId: id,
    host,
    confirmedAt: new Date(ctx.clock.now()),
    confirmedBy: confirmerOf(ctx),
  };
  await ctx.db.$transaction(async (tx) => {
    await tx.relatedOriginsHost.create({ data: row }).catch((error: unknown) => {
      throw isTaken(error)
        ? badRequest("host", "This host is already confirmed, here or for another tenancy")
        : error;
    });
    await recordAudit(ctx, tx, {
      action: "tenancy.related-origins-confirmed",
      target: { kind: "tenancy", id },
    });
  });
}

/** Withdraws a confirmation: the host's /.well-known/webauthn returns 404. @throws NotFound */
export async function takeBackRelatedOriginsHost(
  ctx: ConfirmingContext,
  host: string,
): Promise<void> {
  const { id } = ctx.tenancy;
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.relatedOriginsHost.deleteMany({ where: { tenancyId: id, host } });
    if (count === 0) throw new ServiceError("@error/NotFound");
    await recordAudit(ctx, tx, {
      action: "tenancy.related-origins-taken-back",
      target: { kind: "tenancy", id },
    });
  });
}

/** Lists the tenancy's confirmed hosts. */
export async function listRelatedOriginsHosts({
  db,
  tenancy,
}: TenancyContext): Promise<{ host: string; confirmedAt: number }[]> {
  const rows = await db.relatedOriginsHost.findMany({
    where: { tenancyId: tenancy.id },
    orderBy: { host: "asc" },
    take: 100,
  });
  return rows.map(({ host, confirmedAt }) => ({ host, confirmedAt: confirmedAt.getTime() }));
}

/** Returns the tenancy's current web origins, which the host's document lists. */
export const relatedOrigins = ({
  allowedOrigins,
}: {
  allowedOrigins: readonly string[];
}): string[] =>
  allowedOrigins.filter((origin) => origin.startsWith("https://") && !webViewOrigins.has(origin));

/**
 * Returns the web origins that may use this host's rpId (WebAuthn L3 §5.11).
 * @throws NotFound unless a system owner confirmed the host, because the document lets other origins
 * use the host's passkeys
 */
export async function getRelatedOrigins(
  { db }: Pick<Service, "db">,
  host: string,
): Promise<{ origins: string[] }> {
  const confirmed = await db.relatedOriginsHost.findUnique({
    where: { host },
    select: { tenancy: { select: { allowedOrigins: true, suspendedAt: true } } },
  });
  if (confirmed === null || confirmed.tenancy.suspendedAt !== null)
    throw new ServiceError("@error/NotFound");
  return { origins: relatedOrigins(confirmed.tenancy) };
}
