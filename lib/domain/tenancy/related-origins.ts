import { recordAudit } from "@/lib/domain/audit/record-audit";
import type { Service, TenancyContext } from "@/lib/domain/context";
import { badRequest, ServiceError } from "@/lib/errors";
import { Prisma } from "@/prisma/generated/client";
import { covers } from "./check-relying-party";
import { refuseSystemTenancy } from "./refuse-system-tenancy";

type OperatorContext = TenancyContext & { actor: { kind: "operator"; id: string } };

const isTaken = (error: unknown) =>
  error instanceof Prisma.PrismaClientKnownRequestError && error.code === "P2002";

/**
 * A system owner's word that this host's /.well-known/webauthn may name the tenancy's origins. The
 * host lies at or below one of its rpIds, of which the console's own host can only be one by a
 * system owner's hand.
 * @throws BadRequest when it does not, or serves a tenancy already
 */
export async function confirmRelatedOriginsHost(ctx: OperatorContext, host: string): Promise<void> {
  const { id, rpId, rpIds } = ctx.tenancy;
  refuseSystemTenancy(ctx.tenancy);
  if (!/^[a-z0-9.-]{1,253}$/.test(host) || ![rpId, ...rpIds].some((one) => covers(one, host)))
    throw badRequest("host", `Give ${[rpId, ...rpIds].join(" or ")}, or a name below`);
  const row = {
    tenancyId: id,
    host,
    confirmedAt: new Date(ctx.clock.now()),
    confirmedBy: ctx.actor.id,
  };
  await ctx.db.$transaction(async (tx) => {
    await tx.relatedOriginsHost.create({ data: row }).catch((error: unknown) => {
      throw isTaken(error)
        ? badRequest("host", "This host is confirmed already, here or for another tenancy")
        : error;
    });
    await recordAudit(ctx, tx, {
      action: "tenancy.related-origins-confirmed",
      target: { kind: "tenancy", id },
    });
  });
}

/** From now on the host's /.well-known/webauthn is not found again. @throws NotFound */
export async function takeBackRelatedOriginsHost(
  ctx: OperatorContext,
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

/** The hosts that were confirmed for the tenancy. */
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

/** What a host's document names: web origins, as they are now. */
export const relatedOrigins = ({
  allowedOrigins,
}: {
  allowedOrigins: readonly string[];
}): string[] => allowedOrigins.filter((origin) => origin.startsWith("https://"));

/**
 * The web origins that may use this host's rpId (WebAuthn L3 §5.11).
 * @throws NotFound unless a system owner confirmed the host for a tenancy: the document lends the
 * host's passkeys
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
